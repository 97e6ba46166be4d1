-- As bot/store/sqlite/migrations/0007_seat_calls.sql.
ALTER TABLE summons DROP CONSTRAINT summons_kind_check;
ALTER TABLE summons ADD CONSTRAINT summons_kind_check
    CHECK (kind IN ('start', 'turn', 'late', 'role', 'invited', 'gather', 'free', 'delayed',
                    'offered', 'removed'));
