-- Only adds: servers of the release before go on beside those of this one.
--
-- From which networks a player came in the last thirty days: no addresses, but hashes of these with a key, of the address itself (`prefix` 32 or 128) and of the
-- networks around it (24, or 64 and 48). They tell the staff who else came from there, and nothing of where that is.
CREATE TABLE networks (
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    prefix INTEGER NOT NULL,
    hash TEXT COLLATE "C" NOT NULL,
    first_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (player_id, prefix, hash)
);
CREATE INDEX networks_by_hash ON networks (hash, last_at);
CREATE INDEX networks_by_age ON networks (last_at);
-- The key, which a server draws at its first start.
CREATE TABLE network_key (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    secret BYTEA NOT NULL
);
INSERT INTO migrations (number, release, only_adds) VALUES (31, '0.1.0', TRUE);
