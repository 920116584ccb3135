-- Fills a Postgres of the server with copies of one game: the variables game, first, last, indexed. See copies.py.

-- Nobody needs these data after a power cut.
SET synchronous_commit = off;

-- A copy has no number before it is indexed, and a game has one rematch.
SELECT format(
  'INSERT INTO games (id, %s) SELECT lpad(n::text, 16, ''0''), %s FROM games, generate_series(%s, %s) AS numbers (n) WHERE id = %L',
  string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position),
  string_agg(CASE column_name WHEN 'created_at' THEN 'created_at - 60000::bigint * n' ELSE quote_ident(column_name) END, ', ' ORDER BY ordinal_position),
  :first, :last, :'game'
) FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = 'games' AND column_name NOT IN ('id', 'number', 'rematch_of') \gexec

SELECT format(
  'INSERT INTO events (game_id, %s) SELECT lpad(n::text, 16, ''0''), %s FROM events, generate_series(%s, %s) AS numbers (n) WHERE game_id = %L',
  string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position),
  string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position),
  :first, :last, :'game'
) FROM information_schema.columns
WHERE table_schema = 'public' AND table_name = 'events' AND column_name <> 'game_id' \gexec

INSERT INTO jobs (kind, key, seq, due)
SELECT 'index', lpad(n::text, 16, '0'), seq, created_at FROM games, generate_series(:first, :indexed) AS numbers (n)
WHERE id = :'game' AND phase = 'finished' AND NOT private;

ANALYZE;
-- All of it is on the disk before anybody attacks.
CHECKPOINT;
