"""What is SQLite's own: the connection, its words, and all that is about a file."""
