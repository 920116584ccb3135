-- Only adds: servers of the release before go on beside those of this one.
--
-- What the migrations since this one, which is the first among them, do to servers that don't know them. `release` is the first release
-- that knows one. `only_adds` says that servers which don't know it may go on: it takes nothing away and renames nothing, and every row
-- that they write is one that it allows. Each migration adds its own row, and begins with a line that says the same. A server that finds a
-- migration that it does not know, and that does not only add, refuses to start.
CREATE TABLE migrations (
    number INTEGER NOT NULL PRIMARY KEY,
    release TEXT NOT NULL,
    only_adds INTEGER NOT NULL
) STRICT;
INSERT INTO migrations (number, release, only_adds) VALUES (17, '0.1.0', TRUE);
