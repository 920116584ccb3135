-- Only adds: servers of the release before go on beside those of this one.
--
-- Accounts. A player without one is a guest. `kind` is 'member', 'bot' or 'deleted'; it is NULL for guests, and for the server's own
-- computers, which are known by their ids. `guest` says the same to servers of earlier releases. `renamed_at` is the database's time of the
-- last change of the name or the kind, by which servers find what they show of a player and have to read again.
ALTER TABLE players ADD COLUMN kind TEXT;
ALTER TABLE players ADD COLUMN renamed_at INTEGER;
CREATE INDEX players_renamed ON players (renamed_at) WHERE renamed_at IS NOT NULL;
-- Whether the name is in the table of names. Those of earlier releases, and of their servers beside this one's, are not until they are
-- looked after: where two are the same, the later one gets a number.
ALTER TABLE players ADD COLUMN named INTEGER NOT NULL DEFAULT FALSE;
CREATE INDEX players_unnamed ON players (created_at) WHERE NOT named;

-- Who has which name. Two names are the same if one of their looks is (crates/names). A guest's name gives way to a member's. A name that
-- a member had before has `ended_at`, and is free for nobody else. Where one of its looks is that of the same member's present name, that
-- look is U+0001 and the other look in its place. `plain` is the name in small letters, by which it is found.
CREATE TABLE names (
    small TEXT NOT NULL PRIMARY KEY,
    written TEXT NOT NULL UNIQUE,
    plain TEXT NOT NULL,
    player_id TEXT NOT NULL REFERENCES players (id),
    name TEXT NOT NULL,
    guest INTEGER NOT NULL,
    begun_at INTEGER NOT NULL,
    ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX names_by_player ON names (player_id);
CREATE INDEX names_to_find ON names (plain) WHERE NOT guest AND ended_at IS NULL;

-- What belongs to an account and to nobody else's eyes. `password` is a hash by argon2id, in the PHC string format; NULL if there are other
-- ways in. `terms` names the operator's terms to which the member has agreed. `preferences` is a JSON object of the pages.
CREATE TABLE accounts (
    player_id TEXT NOT NULL PRIMARY KEY REFERENCES players (id),
    created_at INTEGER NOT NULL,
    password TEXT,
    password_at INTEGER,
    renamed_at INTEGER,
    terms TEXT,
    terms_at INTEGER,
    preferences TEXT NOT NULL DEFAULT '{}'
) STRICT;

-- When a session was begun by a way in, or confirmed by one: some changes need a moment that is minutes old.
ALTER TABLE tokens ADD COLUMN signed_in_at INTEGER;

-- The devices on which a member has signed in before: wrong passwords that others try elsewhere slow them down less. Only the SHA-256 of
-- what a device shows is kept.
CREATE TABLE known_devices (
    player_id TEXT NOT NULL REFERENCES players (id),
    hash TEXT NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, hash)
) STRICT, WITHOUT ROWID;

-- Links by which people may register where not everybody may. `left_places` says for how many more.
CREATE TABLE invitations (
    id TEXT NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    inviter TEXT REFERENCES players (id),
    note TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    places INTEGER NOT NULL,
    left_places INTEGER NOT NULL
) STRICT;
CREATE INDEX invitations_by_age ON invitations (created_at DESC, id DESC);

-- Who runs the server.
CREATE TABLE grants (
    player_id TEXT NOT NULL REFERENCES players (id),
    role TEXT NOT NULL,
    granted_at INTEGER NOT NULL,
    PRIMARY KEY (player_id, role)
) STRICT, WITHOUT ROWID;
INSERT INTO migrations (number, release, only_adds) VALUES (19, '0.1.0', TRUE);
