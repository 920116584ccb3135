-- Players, their tokens, games and the log of each game.
-- Times are milliseconds since 1970-01-01T00:00Z. Ids are opaque texts of sixteen characters.

-- Everybody who ever played. Names are for display; all else names a player by id.
CREATE TABLE players (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    guest INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;

-- What a browser or a program shows to say which player it is. Only the SHA-256 of the token is kept, in base64:
-- who reads this table can't use it.
CREATE TABLE tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A game is its settings plus its events. The columns after `settings` are a headline for lists: they follow the log
-- when the phase changes, in the same transaction, and nothing is decided by them.
CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    creator TEXT NOT NULL REFERENCES players (id),
    created_at INTEGER NOT NULL,
    private INTEGER NOT NULL,
    settings TEXT NOT NULL,
    phase TEXT NOT NULL,
    black TEXT REFERENCES players (id),
    white TEXT REFERENCES players (id),
    seq INTEGER NOT NULL,
    move_count INTEGER NOT NULL,
    result TEXT,
    updated_at INTEGER NOT NULL
) STRICT;

-- One index for each way to ask for a list, in the order of the list.
CREATE INDEX games_by_phase ON games (phase, created_at DESC, id DESC);
CREATE INDEX games_by_creator ON games (creator, created_at DESC, id DESC);
CREATE INDEX games_by_black ON games (black, created_at DESC, id DESC);
CREATE INDEX games_by_white ON games (white, created_at DESC, id DESC);

-- The log. The primary key decides between two writers: whoever takes a number first has it. The second key makes a
-- command safe to send again.
CREATE TABLE events (
    game_id TEXT NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    v INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    command_id TEXT,
    fingerprint INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq),
    UNIQUE (game_id, actor, command_id)
) STRICT, WITHOUT ROWID;
