-- Only adds: servers of the release before go on beside those of this one.
--
-- Rows of `variation_trees` take those of this table with them.
--
-- Trees that their players show to others. Whoever has the link sees one, of which `hash` is that of the secret; without a `hash` the opponent of the game does. A tree as it
-- was has its `nodes`, in JSON, with their `revision` and `size` in bytes; without `nodes` it is shown as it is.
CREATE TABLE shared_variations (
    id TEXT NOT NULL PRIMARY KEY,
    tree_id TEXT NOT NULL REFERENCES variation_trees (id) ON DELETE CASCADE,
    hash TEXT,
    made_at INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    nodes TEXT,
    size INTEGER NOT NULL
) STRICT;
CREATE INDEX shared_variations_by_tree ON shared_variations (tree_id);
CREATE INDEX shared_variations_by_hash ON shared_variations (hash);
INSERT INTO migrations (number, release, only_adds) VALUES (36, '0.1.0', TRUE);
