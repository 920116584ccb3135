-- The feed of what was committed, by which servers of one database follow each other.
--
-- A row is a batch of events, or a new game with the number 0, and is written with them: of each game the log has all events
-- up to the number beside it. `id` is taken before the commit, so that a lower one may become visible later, and a reader of
-- ids would miss it. `position` is given when the row is visible, by one server at a time, without gaps, and never changes.
-- `origin` stands for the process that wrote the row. Old rows are removed. The newest one stays, so that no position is
-- given twice.
--
-- What was there before is in no row: a reader begins with the tables.
CREATE TABLE commits (
    id BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
    position BIGINT,
    origin BIGINT NOT NULL,
    games TEXT[] COLLATE "C" NOT NULL,
    seqs INTEGER[] NOT NULL
);
CREATE UNIQUE INDEX commits_by_position ON commits (position) WHERE position IS NOT NULL;
CREATE INDEX commits_without_position ON commits (id) WHERE position IS NULL;
