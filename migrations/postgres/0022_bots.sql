-- Only adds: servers of the release before go on beside those of this one.
--
-- The member to whom a bot belongs. A bot has no password: programs play for it by personal access tokens, which its owner makes.
ALTER TABLE accounts ADD COLUMN owner TEXT COLLATE "C" REFERENCES players (id);
CREATE INDEX accounts_by_owner ON accounts (owner) WHERE owner IS NOT NULL;
INSERT INTO migrations (number, release, only_adds) VALUES (22, '0.1.0', TRUE);
