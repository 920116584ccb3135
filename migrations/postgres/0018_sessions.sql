-- Only adds: servers of the release before go on beside those of this one.
--
-- The player's own token is shown by a browser or a program where the player is at home: a session. `device` names it, as far as the
-- User-Agent told when the token was made. `last_used_at` is written at most once an hour; a session that was not used for ninety
-- days is over. Sessions of earlier releases, and of their servers beside this one's, have neither: nobody knows when they were last
-- used, so they are good until they are used again, and for ninety days from then on.
ALTER TABLE tokens ADD COLUMN device TEXT, ADD COLUMN last_used_at BIGINT;
CREATE INDEX tokens_by_player ON tokens (player_id);

-- The sessions that were ended lately, so that other servers close what is open by them. `ended_at` is the database's time. A row
-- goes after an hour.
CREATE TABLE ended_sessions (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    ended_at BIGINT NOT NULL
);
CREATE INDEX ended_sessions_by_time ON ended_sessions (ended_at);

-- The links by which a player carries the own place to another device, each good once: what comes by one is a new session. A player has
-- one at a time. Only the SHA-256 of its secret is kept, as of tokens.
CREATE TABLE carries (
    player_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    expires_at BIGINT NOT NULL
);
INSERT INTO migrations (number, release, only_adds) VALUES (18, '0.1.0', TRUE);
