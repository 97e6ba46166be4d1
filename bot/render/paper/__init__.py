"""Sheets drawn as on paper: shapes with their places, and what makes a picture of them."""
