"""Screens of what cards were worth: hints, post-mortems, set problems."""
