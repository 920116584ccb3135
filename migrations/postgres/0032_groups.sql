-- Only adds: servers of the release before go on beside those of this one.
--
-- Classes and clubs. `kind` is 'class' or 'club', `joining` 'open', 'request' or 'closed'. The row of a group that has ended stays, and nothing else of it but its rounds.
-- `accounts` counts those that were ever made in it.
CREATE TABLE groups (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    words TEXT COLLATE "C" NOT NULL,
    joining TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    ended_at BIGINT,
    accounts INTEGER NOT NULL
);
CREATE INDEX groups_by_age ON groups (made_at, id);
-- `role` is 'leader' or 'member'. `made_here` says that the account was made in this class.
CREATE TABLE group_members (
    group_id TEXT COLLATE "C" NOT NULL REFERENCES groups (id),
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    role TEXT COLLATE "C" NOT NULL,
    joined_at BIGINT NOT NULL,
    made_here BOOLEAN NOT NULL,
    PRIMARY KEY (group_id, player_id)
);
CREATE INDEX group_members_by_player ON group_members (player_id);
CREATE INDEX group_members_by_age ON group_members (group_id, joined_at, player_id);
CREATE TABLE group_requests (
    group_id TEXT COLLATE "C" NOT NULL REFERENCES groups (id),
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    asked_at BIGINT NOT NULL,
    PRIMARY KEY (group_id, player_id)
);
CREATE INDEX group_requests_by_player ON group_requests (player_id);
-- Printed ways in of the accounts of a class, one of each account, by the hash of the secret.
CREATE TABLE cards (
    group_id TEXT COLLATE "C" NOT NULL REFERENCES groups (id),
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    hash TEXT COLLATE "C" NOT NULL,
    made_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (group_id, player_id)
);
CREATE INDEX cards_by_hash ON cards (hash);
CREATE INDEX cards_by_player ON cards (player_id);
-- The class by whose card a session has begun, and a link to another device that was made in such a session: both end with the card.
ALTER TABLE tokens ADD COLUMN group_id TEXT COLLATE "C";
CREATE INDEX tokens_by_group ON tokens (group_id) WHERE group_id IS NOT NULL;
ALTER TABLE carries ADD COLUMN group_id TEXT COLLATE "C";
-- Rounds of a group. `bye` is the one who was left over. A pair whose game could not be made has none.
CREATE TABLE rounds (
    group_id TEXT COLLATE "C" NOT NULL REFERENCES groups (id),
    number INTEGER NOT NULL,
    made_at BIGINT NOT NULL,
    bye TEXT COLLATE "C" REFERENCES players (id),
    PRIMARY KEY (group_id, number)
);
CREATE TABLE round_pairs (
    group_id TEXT COLLATE "C" NOT NULL,
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    black TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    white TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    game_id TEXT COLLATE "C" REFERENCES games (id),
    PRIMARY KEY (group_id, number, place),
    FOREIGN KEY (group_id, number) REFERENCES rounds (group_id, number)
);
CREATE INDEX round_pairs_by_game ON round_pairs (game_id) WHERE game_id IS NOT NULL;
INSERT INTO migrations (number, release, only_adds) VALUES (32, '0.1.0', TRUE);
