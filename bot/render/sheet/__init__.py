"""The sheet and its reasons."""
