-- Only adds: servers of the release before go on beside those of this one.
--
-- Warnings, suspensions and bans. `kind` is 'warning', 'suspension' or 'ban', `ground` the rule that was broken, `words` those of the staff to the player.
-- `until` is the end of a suspension. `settled` tells whether the games of the player are as it wants them: called off, paused, or going on again.
CREATE TABLE sanctions (
    id TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    kind TEXT NOT NULL,
    ground TEXT NOT NULL,
    words TEXT NOT NULL,
    at INTEGER NOT NULL,
    until INTEGER,
    lifted_at INTEGER,
    read_at INTEGER,
    settled INTEGER NOT NULL
) STRICT;
CREATE INDEX sanctions_of_player ON sanctions (player_id, at);
CREATE INDEX sanctions_to_settle ON sanctions (at) WHERE settled = 0;
-- Until when the player may not play, by a sanction of the player or of the member to whom a bot belongs; so far away for a ban that it never comes. Each request
-- asks for it.
ALTER TABLE players ADD COLUMN suspended_until INTEGER;
INSERT INTO migrations (number, release, only_adds) VALUES (28, '0.1.0', TRUE);
