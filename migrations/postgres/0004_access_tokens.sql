-- Personal access tokens: what a player lets a program do. The player's own token, which manages these, is in `tokens`.

-- Only the SHA-256 of a token is kept, in base64, as in `tokens`. A token that is revoked has no row any more; one that
-- has expired has one until its player makes another.
CREATE TABLE access_tokens (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    hash TEXT COLLATE "C" NOT NULL UNIQUE,
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    can_read BOOLEAN NOT NULL,
    can_play BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    -- Written at most once a minute.
    last_used_at BIGINT
);
CREATE INDEX access_tokens_by_player ON access_tokens (player_id, created_at DESC);
