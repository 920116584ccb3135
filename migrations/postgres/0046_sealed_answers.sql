-- Only adds: servers of the release before go on beside those of this one.
--
-- Answers to requests with keys, encrypted by what their senders alone know: the key, of which there is a hash here, and where the
-- answer tells a secret the token, too. So the database tells no secret, and answers that do are kept as well. `body` is that of
-- answers that a server of the release before has kept. An answer with neither was too long, or could not be encrypted.
ALTER TABLE kept_answers ADD COLUMN sealed BYTEA;
-- The same of strangers, by the hash of the network from which they ask. It ends at `ends_at`: of a key that somebody else could
-- have chosen as well after some minutes. `player_id` is the player whom the request has made, with whom the answer goes.
CREATE TABLE strangers_answers (
    network TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    request TEXT NOT NULL,
    begun_at BIGINT NOT NULL,
    ends_at BIGINT NOT NULL,
    player_id TEXT COLLATE "C",
    status INTEGER,
    sealed BYTEA,
    PRIMARY KEY (network, key)
);
CREATE INDEX strangers_answers_by_end ON strangers_answers (ends_at);
CREATE INDEX strangers_answers_by_player ON strangers_answers (player_id) WHERE player_id IS NOT NULL;
INSERT INTO migrations (number, release, only_adds) VALUES (46, '0.1.0', TRUE);
