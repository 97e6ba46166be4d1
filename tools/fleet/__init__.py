"""A fleet of the bot on one machine: processes, a PostgreSQL, a Discord on the loopback."""
