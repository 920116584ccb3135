-- Only adds: servers of the release before go on beside those of this one.
--
-- Games that the staff has declared void: a mark beside the log, which stays. Lists and sums leave such games out, and whoever has the address sees the mark.
CREATE TABLE voided_games (
    game_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id),
    voided_at BIGINT NOT NULL
);
INSERT INTO migrations (number, release, only_adds) VALUES (29, '0.1.0', TRUE);
