-- A row of the log costs what it takes to write it once: nothing looks for the game, and one index has it.
--
-- A number of a game is given to whoever has read all that the log has below it. Such a writer also knows each command
-- that is in there, so that a key of commands would never find what the primary key does not find. And an event is
-- written by whoever has read its game.
ALTER TABLE events DROP CONSTRAINT events_game_id_fkey, DROP CONSTRAINT events_game_id_actor_command_id_key;
