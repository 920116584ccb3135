-- Only adds: servers of the release before go on beside those of this one.
--
-- The hash of the short code of a card, which a pupil types where nothing reads the picture. Cards of before have none. It is slow to make: a code has 40 bits.
ALTER TABLE cards ADD COLUMN code TEXT;
CREATE UNIQUE INDEX cards_by_code ON cards (code) WHERE code IS NOT NULL;
-- The salt of these hashes, which a server draws with the first code.
CREATE TABLE card_salt (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    salt BLOB NOT NULL
) STRICT;
INSERT INTO migrations (number, release, only_adds) VALUES (43, '0.1.0', TRUE);
