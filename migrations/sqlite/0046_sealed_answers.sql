-- Only adds: servers of the release before go on beside those of this one.
--
-- Answers to requests with keys, encrypted by what their senders alone know: the key, of which there is a hash here, and where the answer tells a secret the token, too. So the database tells no
-- secret, and answers that do are kept as well. `body` is that of answers that a server of the release before has kept. An answer with neither was too long.
ALTER TABLE kept_answers ADD COLUMN sealed BLOB;
-- The same of strangers, by the hash of the network from which they ask.
CREATE TABLE strangers_answers (
    network TEXT NOT NULL,
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    status INTEGER,
    sealed BLOB,
    PRIMARY KEY (network, key)
) STRICT;
CREATE INDEX strangers_answers_by_age ON strangers_answers (begun_at);
INSERT INTO migrations (number, release, only_adds) VALUES (46, '0.1.0', TRUE);
