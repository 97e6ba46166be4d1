-- As bot/store/sqlite/migrations/0004_calls.sql.
ALTER TABLE guild ADD COLUMN call_minutes bigint NOT NULL DEFAULT 10
    CHECK (call_minutes BETWEEN 5 AND 60);

ALTER TABLE summons DROP CONSTRAINT summons_kind_check;
ALTER TABLE summons ADD CONSTRAINT summons_kind_check
    CHECK (kind IN ('start', 'turn', 'late', 'role', 'invited', 'gather', 'free', 'delayed'));
