-- How the games of a player ended is added up from these indexes alone. Their conditions are word for word those of the query
-- (store/results.rs), and the columns of the conditions are in them because SQLite looks at those again.
CREATE INDEX games_results_of_black ON games (black, created_at DESC, shown_at, board, winner, phase, private, ended_by)
WHERE phase = 'finished' AND NOT private AND ended_by <> 'abort';
CREATE INDEX games_results_of_white ON games (white, created_at DESC, shown_at, board, winner, phase, private, ended_by)
WHERE phase = 'finished' AND NOT private AND ended_by <> 'abort';
