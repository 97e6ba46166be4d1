"""Screens that belong to no table: help, ranking, history, profile, settings."""
