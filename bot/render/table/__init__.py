"""The public messages of a table, from lobby to result."""
