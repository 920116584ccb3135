-- Only adds: servers of the release before go on beside those of this one.
--
-- Whom a player follows, and whom a player blocks: neither of two players of whom one blocks the other can offer the other one a game, or
-- join it. Servers of the release before know nothing of blocks.
CREATE TABLE follows (
    player_id TEXT NOT NULL REFERENCES players (id),
    other TEXT NOT NULL REFERENCES players (id),
    since INTEGER NOT NULL,
    PRIMARY KEY (player_id, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE blocks (
    player_id TEXT NOT NULL REFERENCES players (id),
    other TEXT NOT NULL REFERENCES players (id),
    since INTEGER NOT NULL,
    PRIMARY KEY (player_id, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_other ON follows (other);
CREATE INDEX blocks_by_other ON blocks (other);
INSERT INTO migrations (number, release, only_adds) VALUES (21, '0.1.0', TRUE);
