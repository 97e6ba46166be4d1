"""Programs for developers, started from the Makefile; nothing of them is in the bot."""
