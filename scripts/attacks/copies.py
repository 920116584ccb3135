"""Fills a database of the server with copies of one game: FILE GAME FIRST LAST INDEXED.

The copies' ids are their numbers, and each is made a minute before the one in front of it. Those up to INDEXED are to be indexed."""

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
    kept = [column for column in columns if column not in [named, *left_out]]
    values = ["created_at - 60000 * n" if column == "created_at" else column for column in kept]
    database.execute(
        f"{numbers} INSERT INTO {table} ({named}, {', '.join(kept)})"
        f" SELECT printf('%016d', n), {', '.join(values)} FROM {table}, numbers WHERE {named} = ?",
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
