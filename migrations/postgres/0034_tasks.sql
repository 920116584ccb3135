-- Only adds: servers of the release before go on beside those of this one.
--
-- Tasks of a class. `kind` is 'games', with `times` and perhaps a `board` by its name, or 'replay', with a record. Whoever has brought the record may remove it.
CREATE TABLE group_tasks (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    group_id TEXT COLLATE "C" NOT NULL REFERENCES groups (id),
    kind TEXT COLLATE "C" NOT NULL,
    times INTEGER NOT NULL,
    board TEXT COLLATE "C",
    record_id TEXT COLLATE "C",
    words TEXT COLLATE "C" NOT NULL,
    set_at BIGINT NOT NULL,
    until BIGINT NOT NULL
);
CREATE INDEX group_tasks_by_age ON group_tasks (group_id, set_at, id);
-- Who has replayed the record of a task. Games are counted as they are.
CREATE TABLE replayed_tasks (
    task_id TEXT COLLATE "C" NOT NULL REFERENCES group_tasks (id),
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    replayed_at BIGINT NOT NULL,
    PRIMARY KEY (task_id, player_id)
);
CREATE INDEX replayed_tasks_by_player ON replayed_tasks (player_id);
INSERT INTO migrations (number, release, only_adds) VALUES (34, '0.1.0', TRUE);
