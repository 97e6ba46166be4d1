"""Families that only tests play."""
