-- Only adds: servers of the release before go on beside those of this one.
--
-- The guests in the order in which they came. Servers go through them, a few at a time, and remove those who have done nothing for long.
CREATE INDEX players_guests ON players (created_at, id) WHERE guest;
INSERT INTO migrations (number, release, only_adds) VALUES (24, '0.1.0', TRUE);
