"""House rules in words: chosen in the lobby, told on a page, what differs."""
