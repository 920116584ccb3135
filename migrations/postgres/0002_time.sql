-- Time in the life of a game: deadlines, outages, and events that are nobody's doing.

-- Events to which the passing of time alone has led have no actor.
ALTER TABLE events ALTER COLUMN actor DROP NOT NULL;

-- When the game has to be looked at again: never later than what it waits for. It is moved earlier in the transaction
-- that makes it so, and later when somebody has looked.
ALTER TABLE games ADD COLUMN deadline BIGINT;
-- The player for whom the free seat is kept.
ALTER TABLE games ADD COLUMN opponent TEXT COLLATE "C" REFERENCES players (id);
-- The game after which this one was offered.
ALTER TABLE games ADD COLUMN rematch_of TEXT COLLATE "C" REFERENCES games (id);

UPDATE games SET deadline = updated_at WHERE phase <> 'finished';

CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_by_opponent ON games (opponent, created_at DESC, id DESC) WHERE opponent IS NOT NULL;
-- Each game has one rematch at a time.
CREATE UNIQUE INDEX games_by_rematch ON games (rematch_of) WHERE rematch_of IS NOT NULL AND phase <> 'finished';

-- When a server was last seen at work: one row.
CREATE TABLE service (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    alive_at BIGINT NOT NULL
);

-- When no server, or no database, was there for the players. What it cost them is given back by events of the games.
CREATE TABLE outages (
    began_at BIGINT NOT NULL PRIMARY KEY,
    ended_at BIGINT NOT NULL
);
CREATE INDEX outages_by_end ON outages (ended_at);
