-- Only adds: servers of the release before go on beside those of this one.
--
-- Tasks of a class. `kind` is 'games', with `times` and perhaps a `board` by its name, or 'replay', with a record. Whoever has brought the record may remove it.
CREATE TABLE group_tasks (
    id TEXT NOT NULL PRIMARY KEY,
    group_id TEXT NOT NULL REFERENCES groups (id),
    kind TEXT NOT NULL,
    times INTEGER NOT NULL,
    board TEXT,
    record_id TEXT,
    words TEXT NOT NULL,
    set_at INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT;
CREATE INDEX group_tasks_by_age ON group_tasks (group_id, set_at, id);
-- Who has replayed the record of a task. Games are counted as they are.
CREATE TABLE replayed_tasks (
    task_id TEXT NOT NULL REFERENCES group_tasks (id),
    player_id TEXT NOT NULL REFERENCES players (id),
    replayed_at INTEGER NOT NULL,
    PRIMARY KEY (task_id, player_id)
) STRICT;
CREATE INDEX replayed_tasks_by_player ON replayed_tasks (player_id);
INSERT INTO migrations (number, release, only_adds) VALUES (34, '0.1.0', TRUE);
