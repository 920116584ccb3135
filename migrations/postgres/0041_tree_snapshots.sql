-- Only adds: servers of the release before go on beside those of this one.
--
-- Trees as they were when they were shown: each content of a tree once, by its hash, however many of its showings have it. `way` is the moves of the record that lead to the nodes
-- on which the tree hangs, so that it outlives them. Sizes are in bytes.
CREATE TABLE tree_snapshots (
    tree_id TEXT COLLATE "C" NOT NULL REFERENCES variation_trees (id) ON DELETE CASCADE,
    hash TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    nodes TEXT NOT NULL,
    way TEXT NOT NULL,
    PRIMARY KEY (tree_id, hash)
);
-- They are added up without a look at the texts.
CREATE INDEX tree_snapshots_by_size ON tree_snapshots (tree_id, hash, size);
-- The hash of what is shown. Then `nodes` are an empty list, by which a server of the release before knows that the showing does not grow. Those that it made, or that there were, have their own `nodes` instead.
ALTER TABLE shared_variations ADD COLUMN snapshot TEXT COLLATE "C";
CREATE INDEX shared_variations_by_size ON shared_variations (tree_id, size) WHERE size > 0;
INSERT INTO migrations (number, release, only_adds) VALUES (41, '0.1.0', TRUE);
