-- A row of the log costs what it takes to write it once: nothing looks for the game, and one index has it.
--
-- A number of a game is given to whoever has read all that the log has below it. Such a writer also knows each command
-- that is in there, so that a key of commands would never find what the primary key does not find. And an event is
-- written by whoever has read its game.
CREATE TABLE events_without_keys (
    game_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    v INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT,
    command_id TEXT,
    fingerprint INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO events_without_keys
SELECT game_id, seq, v, at, actor, command_id, fingerprint, body FROM events ORDER BY game_id, seq;
DROP TABLE events;
ALTER TABLE events_without_keys RENAME TO events;
