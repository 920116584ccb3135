-- What histories are searched by. Nothing is decided by these columns either: settings and log say the same.

-- The board's name, and the preset from which the rules came.
ALTER TABLE games ADD COLUMN board TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN rules TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN handicap INTEGER NOT NULL DEFAULT 0;
-- From when on the headline is what spectators may see: 0 without a delay, the end of time before the end of a delayed
-- game. Until then a list asks the log.
ALTER TABLE games ADD COLUMN shown_at INTEGER NOT NULL DEFAULT 0;
-- How a finished game ended: black, white, jigo or none; and by what.
ALTER TABLE games ADD COLUMN winner TEXT;
ALTER TABLE games ADD COLUMN ended_by TEXT;
-- The first ten moves, as "bQ16 wD4 bpass "; NULL while fewer were made and there may be more.
ALTER TABLE games ADD COLUMN opening TEXT;

UPDATE games SET
    board = COALESCE(settings ->> '$.board.name',
                     'grid ' || (settings ->> '$.board.width') || 'x' || (settings ->> '$.board.height')),
    rules = settings ->> '$.rules.preset',
    handicap = settings ->> '$.handicap',
    shown_at = CASE
        WHEN COALESCE(settings ->> '$.delay', 0) = 0 THEN 0
        WHEN phase = 'finished' THEN updated_at + (settings ->> '$.delay')
        ELSE 9223372036854775807
    END,
    ended_by = result ->> '$.by',
    winner = CASE
        WHEN result IS NULL THEN NULL
        WHEN result ->> '$.winner' IS NOT NULL THEN result ->> '$.winner'
        WHEN result ->> '$.by' = 'score' THEN 'jigo'
        ELSE 'none'
    END;

-- A move's number is what the last agreed undo before it had left, and one for each move since. Of moves with one number
-- the last one stands, if it was not taken back.
CREATE TEMPORARY TABLE standing AS
WITH steps AS (
    SELECT game_id, seq, body ->> '$.type' AS type, body ->> '$.moves' AS kept,
           substr(body ->> '$.color', 1, 1) || COALESCE(body ->> '$.move', 'pass') || ' ' AS made
    FROM events
    WHERE body ->> '$.type' IN ('played', 'passed', 'undo_accepted')
),
spans AS (
    SELECT *, SUM(type = 'undo_accepted') OVER (PARTITION BY game_id ORDER BY seq) AS span FROM steps
),
numbered AS (
    SELECT game_id, seq, type, made,
           COALESCE(MAX(CASE WHEN type = 'undo_accepted' THEN kept END) OVER (PARTITION BY game_id, span), 0)
           + SUM(type <> 'undo_accepted') OVER (PARTITION BY game_id, span ORDER BY seq) AS number
    FROM spans
),
latest AS (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY game_id, type = 'undo_accepted', number ORDER BY seq DESC) AS age,
           FIRST_VALUE(number) OVER (PARTITION BY game_id ORDER BY seq DESC) AS made_in_all
    FROM numbered
)
SELECT game_id, number, made, made_in_all FROM latest
WHERE type <> 'undo_accepted' AND age = 1 AND number <= made_in_all AND number <= 10;

UPDATE games SET opening = COALESCE(found.opening, '')
FROM (
    SELECT games.id, GROUP_CONCAT(standing.made, '' ORDER BY standing.number) AS opening, COUNT(standing.made) AS count
    FROM games LEFT JOIN standing ON standing.game_id = games.id
    WHERE games.phase <> 'open'
    GROUP BY games.id
) AS found
WHERE games.id = found.id AND (games.phase IN ('scoring', 'finished') OR found.count = 10);
DROP TABLE standing;

-- In the order of a list that asks for no phase and no player.
CREATE INDEX games_by_age ON games (created_at DESC, id DESC);
-- The games of which lists have to ask the log.
CREATE INDEX games_by_shown ON games (shown_at) WHERE shown_at > 0;
