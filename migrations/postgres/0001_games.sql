-- Players, their tokens, games and the log of each game.
-- Times are milliseconds since 1970-01-01T00:00Z. Ids are opaque texts of sixteen characters.
-- Ids compare by their bytes (COLLATE "C"), as they do in SQLite, so that pages of a list are the same on both.

-- Everybody who ever played. Names are for display; all else names a player by id.
CREATE TABLE players (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    guest BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL
);

-- What a browser or a program shows to say which player it is. Only the SHA-256 of the token is kept, in base64:
-- who reads this table can't use it.
CREATE TABLE tokens (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    created_at BIGINT NOT NULL
);

-- A game is its settings plus its events. The columns after `settings` are a headline for lists: they follow the log
-- when the phase changes, in the same transaction, and nothing is decided by them.
CREATE TABLE games (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    creator TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    created_at BIGINT NOT NULL,
    private BOOLEAN NOT NULL,
    settings TEXT NOT NULL,
    phase TEXT NOT NULL,
    black TEXT COLLATE "C" REFERENCES players (id),
    white TEXT COLLATE "C" REFERENCES players (id),
    seq INTEGER NOT NULL,
    move_count INTEGER NOT NULL,
    result TEXT,
    updated_at BIGINT NOT NULL
);

-- One index for each way to ask for a list, in the order of the list.
CREATE INDEX games_by_phase ON games (phase, created_at DESC, id DESC);
CREATE INDEX games_by_creator ON games (creator, created_at DESC, id DESC);
CREATE INDEX games_by_black ON games (black, created_at DESC, id DESC);
CREATE INDEX games_by_white ON games (white, created_at DESC, id DESC);

-- The log. The primary key decides between two writers: whoever takes a number first has it. The second key makes a
-- command safe to send again.
CREATE TABLE events (
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    v INTEGER NOT NULL,
    at BIGINT NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    command_id TEXT COLLATE "C",
    fingerprint BIGINT,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq),
    UNIQUE (game_id, actor, command_id)
);
