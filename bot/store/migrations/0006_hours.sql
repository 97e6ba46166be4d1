-- Tables that begin at an agreed hour.

-- Unix seconds; NULL once the hour has come, and for every other table.
ALTER TABLE game ADD COLUMN starts_at INTEGER;
