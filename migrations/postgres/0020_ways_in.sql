-- Only adds: servers of the release before go on beside those of this one.
--
-- The second step of a sign-in: an authenticator, by the secret that it shares with the server, 20 bytes in base64. Until `confirmed_at` nobody is asked
-- for its codes. `last_step` is the step of the last code: each is good once.
CREATE TABLE authenticators (
    player_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
    secret TEXT NOT NULL,
    made_at BIGINT NOT NULL,
    confirmed_at BIGINT,
    last_step BIGINT
);

-- Codes for the day on which the authenticator is lost, each good once. Only the SHA-256 of a code is kept: codes are random and long.
CREATE TABLE recovery_codes (
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (player_id, hash)
);

-- The mail address of a member, who has shown that letters to it arrive. `key` is the text by which two addresses are compared.
CREATE TABLE mails (
    player_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES players (id),
    mail TEXT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    verified_at BIGINT NOT NULL
);
CREATE INDEX mails_by_key ON mails (key);

-- Links that went out by mail, each good once: by `purpose` one shows that letters arrive ('verify'), or signs in ('sign_in'). Only the
-- SHA-256 of its secret is kept.
CREATE TABLE mail_links (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    purpose TEXT NOT NULL,
    mail TEXT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX mail_links_by_player ON mail_links (player_id);
INSERT INTO migrations (number, release, only_adds) VALUES (20, '0.1.0', TRUE);
