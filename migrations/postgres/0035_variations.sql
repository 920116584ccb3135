-- Only adds: servers of the release before go on beside those of this one.
--
-- Rows of `players` and `records` take their trees with them: those servers, which know nothing of trees, may remove both.
--
-- Trees of variations, which players keep beside games and records: one each. `revision` counts the changes; those since `told_from` are all there.
-- `last_number` numbers the nodes as they are made. `nodes`, `bytes` and `gone` count the rows of the other two tables.
CREATE TABLE variation_trees (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    game_id TEXT COLLATE "C" REFERENCES games (id),
    record_id TEXT COLLATE "C" REFERENCES records (id) ON DELETE CASCADE,
    revision BIGINT NOT NULL,
    told_from BIGINT NOT NULL,
    last_number BIGINT NOT NULL,
    nodes INTEGER NOT NULL,
    bytes BIGINT NOT NULL,
    gone INTEGER NOT NULL
);
CREATE UNIQUE INDEX variation_trees_of_games ON variation_trees (player_id, game_id);
CREATE UNIQUE INDEX variation_trees_of_records ON variation_trees (player_id, record_id);
CREATE INDEX variation_trees_by_record ON variation_trees (record_id) WHERE record_id IS NOT NULL;
-- Their nodes. A node hangs on another one (`parent`), on a position of a game (`from_move` and `from_event`), or on a node of a record (`from_node`).
-- `made` is the move, and `captured` are the stones that it takes, with commas; `marks` are in JSON. `changed` is the revision of the last change.
CREATE TABLE variation_nodes (
    tree_id TEXT COLLATE "C" NOT NULL REFERENCES variation_trees (id) ON DELETE CASCADE,
    id TEXT COLLATE "C" NOT NULL,
    number BIGINT NOT NULL,
    changed BIGINT NOT NULL,
    parent TEXT COLLATE "C",
    from_move INTEGER,
    from_event INTEGER,
    from_node INTEGER,
    made TEXT COLLATE "C",
    captured TEXT NOT NULL,
    marks TEXT NOT NULL,
    words TEXT NOT NULL,
    place INTEGER NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (tree_id, id)
);
CREATE INDEX variation_nodes_by_parent ON variation_nodes (tree_id, parent);
CREATE INDEX variation_nodes_by_change ON variation_nodes (tree_id, changed);
-- Nodes that are gone, for devices that still have them, each with its revision.
CREATE TABLE gone_variations (
    tree_id TEXT COLLATE "C" NOT NULL REFERENCES variation_trees (id) ON DELETE CASCADE,
    id TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    PRIMARY KEY (tree_id, id)
);
INSERT INTO migrations (number, release, only_adds) VALUES (35, '0.1.0', TRUE);
