"""What cards are worth: the double-dummy solver and everything that is built on it."""
