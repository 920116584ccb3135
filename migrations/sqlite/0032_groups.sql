-- Only adds: servers of the release before go on beside those of this one.
--
-- Classes and clubs. `kind` is 'class' or 'club', `joining` 'open', 'request' or 'closed'. The row of a group that has ended stays, and nothing else of it but its rounds.
-- `accounts` counts those that were ever made in it.
CREATE TABLE groups (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    words TEXT NOT NULL,
    joining TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    ended_at INTEGER,
    accounts INTEGER NOT NULL
) STRICT;
CREATE INDEX groups_by_age ON groups (made_at, id);
-- `role` is 'leader' or 'member'. `made_here` says that the account was made in this class.
CREATE TABLE group_members (
    group_id TEXT NOT NULL REFERENCES groups (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    role TEXT NOT NULL,
    joined_at INTEGER NOT NULL,
    made_here INTEGER NOT NULL,
    PRIMARY KEY (group_id, player_id)
) STRICT;
CREATE INDEX group_members_by_player ON group_members (player_id);
CREATE INDEX group_members_by_age ON group_members (group_id, joined_at, player_id);
CREATE TABLE group_requests (
    group_id TEXT NOT NULL REFERENCES groups (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    asked_at INTEGER NOT NULL,
    PRIMARY KEY (group_id, player_id)
) STRICT;
CREATE INDEX group_requests_by_player ON group_requests (player_id);
-- Printed ways in of the accounts of a class, one of each account, by the hash of the secret.
CREATE TABLE cards (
    group_id TEXT NOT NULL REFERENCES groups (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    hash TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (group_id, player_id)
) STRICT;
CREATE INDEX cards_by_hash ON cards (hash);
CREATE INDEX cards_by_player ON cards (player_id);
-- The class by whose card a session has begun, and a link to another device that was made in such a session: both end with the card.
ALTER TABLE tokens ADD COLUMN group_id TEXT;
CREATE INDEX tokens_by_group ON tokens (group_id) WHERE group_id IS NOT NULL;
ALTER TABLE carries ADD COLUMN group_id TEXT;
-- Rounds of a group. `bye` is the one who was left over. A pair whose game could not be made has none.
CREATE TABLE rounds (
    group_id TEXT NOT NULL REFERENCES groups (id),
    number INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    bye TEXT REFERENCES players (id),
    PRIMARY KEY (group_id, number)
) STRICT;
CREATE TABLE round_pairs (
    group_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    black TEXT NOT NULL REFERENCES players (id),
    white TEXT NOT NULL REFERENCES players (id),
    game_id TEXT REFERENCES games (id),
    PRIMARY KEY (group_id, number, place),
    FOREIGN KEY (group_id, number) REFERENCES rounds (group_id, number)
) STRICT;
CREATE INDEX round_pairs_by_game ON round_pairs (game_id) WHERE game_id IS NOT NULL;
INSERT INTO migrations (number, release, only_adds) VALUES (32, '0.1.0', TRUE);
