"""Fills a database of the server with copies of one game: FILE GAME FIRST LAST INDEXED.

The copies' ids are their numbers. Those up to INDEXED are to be indexed."""

import sqlite3
import sys

file, game = sys.argv[1:3]
first, last, indexed = map(int, sys.argv[3:])
database = sqlite3.connect(file)
# Nobody needs these data after a power cut.
database.execute("PRAGMA synchronous = OFF")
numbers = "WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
# A copy has no number before it is indexed, and a game has one rematch.
for table, named, left_out in [("games", "id", ["number", "rematch_of"]), ("events", "game_id", [])]:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    rest = ", ".join(column for column in columns if column not in [named, *left_out])
    database.execute(
        f"{numbers} INSERT INTO {table} ({named}, {rest})"
        f" SELECT printf('%016d', n), {rest} FROM {table}, numbers WHERE {named} = ?",
        (first, last, game),
    )
if indexed >= first:
    database.execute(
        f"{numbers} INSERT INTO jobs (kind, key, seq, due)"
        " SELECT 'index', printf('%016d', n), seq, created_at FROM games, numbers"
        " WHERE id = ? AND phase = 'finished' AND NOT private",
        (first, indexed, game),
    )
database.commit()
