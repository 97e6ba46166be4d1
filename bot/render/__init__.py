"""View -> Screen: what is shown, as plain data.  Nothing here knows Discord."""
