-- What programs need: tokens of their own, and the games of a player by what has changed.

-- Personal access tokens: what a player lets a program do. The player's own token, which manages these, is in `tokens`.
-- Only the SHA-256 of a token is kept, in base64, as in `tokens`. A token that is revoked has no row any more; one that
-- has expired has one until its player makes another.
CREATE TABLE access_tokens (
    id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    player_id TEXT NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    can_read INTEGER NOT NULL,
    can_play INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    -- Written at most once a minute.
    last_used_at INTEGER
) STRICT;
CREATE INDEX access_tokens_by_player ON access_tokens (player_id, created_at DESC);

-- A player's games that are not over, and those that were over after a moment: each of the four ways to be in a game has
-- an index.
CREATE INDEX games_changed_by_creator ON games (creator, phase, updated_at);
CREATE INDEX games_changed_by_opponent ON games (opponent, phase, updated_at) WHERE opponent IS NOT NULL;
CREATE INDEX games_changed_by_black ON games (black, phase, updated_at) WHERE black IS NOT NULL;
CREATE INDEX games_changed_by_white ON games (white, phase, updated_at) WHERE white IS NOT NULL;
