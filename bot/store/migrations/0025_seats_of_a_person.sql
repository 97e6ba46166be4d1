-- With the match, the seats of a person on one server are found without reading those on others.
DROP INDEX review_seat_user;
CREATE INDEX review_seat_user ON review_seat (user_id, game_id) WHERE user_id IS NOT NULL;
