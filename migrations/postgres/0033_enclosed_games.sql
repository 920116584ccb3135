-- Only adds: servers of the release before go on beside those of this one.
--
-- The closed class within which a game is played, if one of its players has an account that was made there: nobody else sees it. It stays what it was when the game was made.
ALTER TABLE games ADD COLUMN enclosed_in TEXT COLLATE "C";
CREATE INDEX games_enclosed ON games (enclosed_in, created_at, id) WHERE enclosed_in IS NOT NULL;
INSERT INTO migrations (number, release, only_adds) VALUES (33, '0.1.0', TRUE);
