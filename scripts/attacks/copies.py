"""Fills a database of the server with copies of one game: FILE GAME FIRST LAST. The copies' ids are their numbers."""

import sqlite3
import sys

file, game, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
database = sqlite3.connect(file)
numbers = "WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)"
# A copy is indexed anew, and a game has one rematch.
for table, named, left_out in [("games", "id", ["number", "rematch_of"]), ("events", "game_id", [])]:
    columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
    rest = ", ".join(column for column in columns if column not in [named, *left_out])
    database.execute(
        f"{numbers} INSERT INTO {table} ({named}, {rest})"
        f" SELECT printf('%016d', n), {rest} FROM {table}, numbers WHERE {named} = ?",
        (first, last, game),
    )
database.execute(
    f"{numbers} INSERT INTO jobs (kind, key, seq, due)"
    " SELECT 'index', printf('%016d', n), seq, created_at FROM games, numbers WHERE id = ? AND phase = 'finished' AND NOT private",
    (first, last, game),
)
database.commit()
