-- Positions by which finished games are found. All of it follows from the logs, and can be made again from them.

-- The number under which the table of positions knows a game: none before somebody has looked at the game, 0 if it has
-- nothing to be found by. Private games never get one.
ALTER TABLE games ADD COLUMN number INTEGER;

CREATE UNIQUE INDEX games_by_number ON games (number) WHERE number > 0;
-- The games that still have to be looked at. Whoever looks takes those that spectators have seen the end of.
CREATE INDEX games_to_index ON games (shown_at, created_at, id)
WHERE number IS NULL AND phase = 'finished' AND NOT private;

-- Lists that find little go through many games. With these columns SQLite sees in the index what is left out, and reads only
-- the rows of games that are shown.
DROP INDEX games_by_age;
CREATE INDEX games_by_age ON games (created_at DESC, id DESC, opening, shown_at, phase, private, opponent);

-- How many numbers are taken: one row. Whoever indexes changes it first, so that they come one after the other and all
-- games up to this number are there.
CREATE TABLE position_index (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    games INTEGER NOT NULL
) STRICT;
INSERT INTO position_index (id, games) VALUES (1, 0);

-- Which games were in a position, after how many moves, and how they went on: `step` has in it the move, who won, and
-- whether the game had been there before (store/step.rs).
CREATE TABLE positions (
    key INTEGER NOT NULL,
    game INTEGER NOT NULL,
    step INTEGER NOT NULL,
    move_number INTEGER NOT NULL,
    PRIMARY KEY (key, game, step)
) STRICT, WITHOUT ROWID;
