-- Only adds: servers of the release before go on beside those of this one.
--
-- A round is stored before its games are made. `settings` are those of each game, for players who stand for the two of a pair; a round of the release before has none. Each pair has
-- a job of the kind 'pair' until it has a game with both players in it, or a `problem`: the code by which it has none. The `key` of the job is the group, the number of the round and the place of the
-- pair, with points between them. Pairs without a game, a problem and a job are those of a release before, which
-- kept no problems, and may have died while it made a round; they get the problem 'not_made'.
ALTER TABLE rounds ADD COLUMN settings TEXT;
ALTER TABLE round_pairs ADD COLUMN problem TEXT;
CREATE INDEX round_pairs_without_game ON round_pairs (group_id, number, place) WHERE game_id IS NULL AND problem IS NULL;
-- A deletion makes problems of the player's pairs say no more than that there was no game.
CREATE INDEX round_pairs_with_problem ON round_pairs (black, white) WHERE problem IS NOT NULL;
INSERT INTO migrations (number, release, only_adds) VALUES (47, '0.1.0', TRUE);
