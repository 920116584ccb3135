-- Only adds: servers of the release before go on beside those of this one.
--
-- The passkeys of members. `credential_id` is in base64url; `passkey` is JSON with the public key and the count of the device, by which a copied
-- device is found out. `device` is the browser and system with which it was made.
CREATE TABLE passkeys (
    credential_id TEXT NOT NULL PRIMARY KEY,
    player_id TEXT NOT NULL REFERENCES players (id),
    passkey TEXT NOT NULL,
    device TEXT,
    created_at INTEGER NOT NULL,
    used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkeys_by_player ON passkeys (player_id);
INSERT INTO migrations (number, release, only_adds) VALUES (25, '0.1.0', TRUE);
