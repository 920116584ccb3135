-- Work that follows from what was committed, and that one server does for all.
--
-- A row is written in the transaction from which the work follows, and removed with the work. `kind` is 'turn' (a computer has
-- something to do in a game) or 'index' (a finished game is to be found by its positions), `key` the id of the game.
-- `seq` is the number of the event from which the work follows. Nobody begins before `due`; 0 is at once. `holder` stands for the
-- process that is at work, or will be: nobody else begins before the end of its `lease`, which it renews as long as it lives.
-- `tries` counts failures.
CREATE TABLE jobs (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    seq INTEGER NOT NULL,
    due INTEGER NOT NULL,
    holder INTEGER,
    lease INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX jobs_by_due ON jobs (kind, due, key);

INSERT INTO jobs (kind, key, seq, due)
SELECT 'index', id, seq, CASE WHEN shown_at > created_at THEN shown_at ELSE created_at END
FROM games WHERE number IS NULL AND phase = 'finished' AND NOT private;
DROP INDEX games_to_index;

-- Whether it is a computer's turn is in the log alone, so that all games of computers are looked at once.
INSERT INTO jobs (kind, key, seq, due)
SELECT 'turn', id, 0, 0 FROM games
WHERE phase <> 'finished' AND (opponent LIKE 'tengen0%' OR black LIKE 'tengen0%' OR white LIKE 'tengen0%');
