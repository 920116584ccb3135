-- Only adds: servers of the release before go on beside those of this one.
--
-- The people of a provider of OpenID Connect who are members here. An issuer and a subject are one person; nothing else is.
CREATE TABLE identities (
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (id),
    linked_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_player ON identities (player_id);

-- Sign-ins that have begun elsewhere, such as at a provider, and have not come back. `hash` is the SHA-256 of what the browser shows; `state` is
-- JSON, and holds what the answer has to fit.
CREATE TABLE pending_sign_ins (
    hash TEXT NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX pending_sign_ins_by_end ON pending_sign_ins (expires_at);

-- The word of a provider for a person, good once, by the SHA-256 of the secret that stands for it. `roles` is a JSON array of the roles that the
-- person's groups give. `signed_in_at` is when the person signed in at the provider, if it says so.
CREATE TABLE vouchers (
    hash TEXT NOT NULL PRIMARY KEY,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    roles TEXT NOT NULL,
    signed_in_at INTEGER,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX vouchers_by_end ON vouchers (expires_at);

-- The issuer whose groups give a role; NULL if the operator gave it.
ALTER TABLE grants ADD COLUMN issuer TEXT;
INSERT INTO migrations (number, release, only_adds) VALUES (23, '0.1.0', TRUE);
