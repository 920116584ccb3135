-- Records of games that were played elsewhere, as players brought them.

-- `sgf` is the file of one game in UTF-8, as bytes, because a text may not hold every character in every database.
-- `headline` is what lists show of it, in JSON, so that they need not read the files.
CREATE TABLE records (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    created_at BIGINT NOT NULL,
    headline TEXT NOT NULL,
    sgf BYTEA NOT NULL,
    size BIGINT NOT NULL
);

-- The list of a player's records, in its order; with their sizes, so that all of them are added up without a look at the table.
CREATE INDEX records_by_owner ON records (owner, created_at DESC, id DESC, size);
