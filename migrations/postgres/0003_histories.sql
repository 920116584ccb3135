-- What histories are searched by. Nothing is decided by these columns either: settings and log say the same.

-- The board's name, and the preset from which the rules came.
ALTER TABLE games ADD COLUMN board TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN rules TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN handicap INTEGER NOT NULL DEFAULT 0;
-- From when on the headline is what spectators may see: 0 without a delay, the end of time before the end of a delayed
-- game. Until then a list asks the log.
ALTER TABLE games ADD COLUMN shown_at BIGINT NOT NULL DEFAULT 0;
-- How a finished game ended: black, white, jigo or none; and by what.
ALTER TABLE games ADD COLUMN winner TEXT COLLATE "C";
ALTER TABLE games ADD COLUMN ended_by TEXT COLLATE "C";
-- The first ten moves, as "bQ16 wD4 bpass "; NULL while fewer were made and there may be more.
ALTER TABLE games ADD COLUMN opening TEXT COLLATE "C";

UPDATE games SET
    board = COALESCE(said.settings #>> '{board,name}',
                     'grid ' || (said.settings #>> '{board,width}') || 'x' || (said.settings #>> '{board,height}')),
    rules = said.settings #>> '{rules,preset}',
    handicap = (said.settings ->> 'handicap')::integer,
    shown_at = CASE
        WHEN COALESCE((said.settings ->> 'delay')::bigint, 0) = 0 THEN 0
        WHEN games.phase = 'finished' THEN games.updated_at + (said.settings ->> 'delay')::bigint
        ELSE 9223372036854775807
    END,
    ended_by = said.result ->> 'by',
    winner = CASE
        WHEN said.result IS NULL THEN NULL
        WHEN said.result ->> 'winner' IS NOT NULL THEN said.result ->> 'winner'
        WHEN said.result ->> 'by' = 'score' THEN 'jigo'
        ELSE 'none'
    END
FROM (SELECT id, settings::jsonb AS settings, result::jsonb AS result FROM games) AS said
WHERE games.id = said.id;

-- A move's number is what the last agreed undo before it had left, and one for each move since. Of moves with one number
-- the last one stands, if it was not taken back.
CREATE TEMPORARY TABLE standing ON COMMIT DROP AS
WITH bodies AS (SELECT game_id, seq, body::jsonb AS body FROM events),
steps AS (
    SELECT game_id, seq, body ->> 'type' = 'undo_accepted' AS undo, (body ->> 'moves')::integer AS kept,
           substr(body ->> 'color', 1, 1) || COALESCE(body ->> 'move', 'pass') || ' ' AS made
    FROM bodies
    WHERE body ->> 'type' IN ('played', 'passed', 'undo_accepted')
),
spans AS (
    SELECT *, COUNT(*) FILTER (WHERE undo) OVER (PARTITION BY game_id ORDER BY seq) AS span FROM steps
),
numbered AS (
    SELECT game_id, seq, undo, made,
           COALESCE(MAX(kept) FILTER (WHERE undo) OVER (PARTITION BY game_id, span), 0)
           + COUNT(*) FILTER (WHERE NOT undo) OVER (PARTITION BY game_id, span ORDER BY seq) AS number
    FROM spans
),
latest AS (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY game_id, undo, number ORDER BY seq DESC) AS age,
           FIRST_VALUE(number) OVER (PARTITION BY game_id ORDER BY seq DESC) AS made_in_all
    FROM numbered
)
SELECT game_id, number, made, made_in_all FROM latest
WHERE NOT undo AND age = 1 AND number <= made_in_all AND number <= 10;

UPDATE games SET opening = COALESCE(found.opening, '')
FROM (
    SELECT games.id, STRING_AGG(standing.made, '' ORDER BY standing.number) AS opening, COUNT(standing.made) AS count
    FROM games LEFT JOIN standing ON standing.game_id = games.id
    WHERE games.phase <> 'open'
    GROUP BY games.id
) AS found
WHERE games.id = found.id AND (games.phase IN ('scoring', 'finished') OR found.count = 10);

-- In the order of a list that asks for no phase and no player.
CREATE INDEX games_by_age ON games (created_at DESC, id DESC);
-- The games of which lists have to ask the log.
CREATE INDEX games_by_shown ON games (shown_at) WHERE shown_at > 0;
