-- bot/store/sqlite/migrations/0003_interactions.sql says what it is for.
CREATE TABLE interaction (
    interaction_id bigint PRIMARY KEY
);
