-- As bot/store/sqlite/migrations/0022_kibitzers.sql, where the columns are explained.
CREATE TABLE kibitz (
    game_id   bigint NOT NULL REFERENCES game (game_id),
    user_id   bigint NOT NULL,
    player_id bigint NOT NULL,
    kind      text COLLATE "C" NOT NULL CHECK (kind IN ('asks', 'one', 'all', 'no', 'saw')),
    at        bigint NOT NULL,
    deal      bigint NOT NULL CHECK ((deal > 0) = (kind = 'saw')),
    seal      bigint,
    PRIMARY KEY (game_id, user_id, player_id, kind)
);

CREATE TRIGGER sealed BEFORE INSERT OR UPDATE ON kibitz
    FOR EACH ROW EXECUTE FUNCTION keep_seal();
