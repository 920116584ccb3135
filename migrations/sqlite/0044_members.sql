-- Only adds: servers of the release before go on beside those of this one.
--
-- The list of the members for the staff: in the order in which they registered, and those who may not play in the order in which they may again.
CREATE INDEX accounts_of_members ON accounts (created_at, player_id) WHERE owner IS NULL;
CREATE INDEX players_suspended ON players (suspended_until, id) WHERE suspended_until IS NOT NULL;
INSERT INTO migrations (number, release, only_adds) VALUES (44, '0.1.0', TRUE);
