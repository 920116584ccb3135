-- Only adds: servers of the release before go on beside those of this one.
--
-- The people of a provider of OpenID Connect who are members here. An issuer and a subject are one person; nothing else is.
CREATE TABLE identities (
    issuer TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    linked_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE INDEX identities_by_player ON identities (player_id);

-- Sign-ins that have begun elsewhere, such as at a provider, and have not come back. `hash` is the SHA-256 of what the browser shows; `state` is
-- JSON, and holds what the answer has to fit.
CREATE TABLE pending_sign_ins (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    state TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX pending_sign_ins_by_end ON pending_sign_ins (expires_at);

-- The word of a provider for a person, good once, by the SHA-256 of the secret that stands for it. `roles` is a JSON array of the roles that the
-- person's groups give. `signed_in_at` is when the person signed in at the provider, if it says so.
CREATE TABLE vouchers (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    issuer TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    roles TEXT NOT NULL,
    signed_in_at BIGINT,
    expires_at BIGINT NOT NULL
);
CREATE INDEX vouchers_by_end ON vouchers (expires_at);

-- The issuer whose groups give a role; NULL if the operator gave it.
ALTER TABLE grants ADD COLUMN issuer TEXT COLLATE "C";
INSERT INTO migrations (number, release, only_adds) VALUES (23, '0.1.0', TRUE);
