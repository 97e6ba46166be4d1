"""What moves a table when nobody clicks: robots, clocks, sure claims, reviews."""
