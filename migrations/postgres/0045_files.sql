-- Only adds: servers of the release before go on beside those of this one.
--
-- Files of several games as they were brought: `around` is what stands in one around the games that are records, words between them and games that can't be read. `size` is how many
-- bytes that is, and `file_length` how many the whole file had.
CREATE TABLE record_files (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    created_at BIGINT NOT NULL,
    around BYTEA NOT NULL,
    size BIGINT NOT NULL,
    file_length BIGINT NOT NULL
);
-- They are added up without a look at the bytes.
CREATE INDEX record_files_by_owner ON record_files (owner, size);
CREATE TRIGGER record_files_need_their_players BEFORE INSERT ON record_files FOR EACH ROW EXECUTE FUNCTION players_are_there('owner');
-- The file of several games from which a record is, which of the games it is, from 1, and how many bytes of `around` stand before it. Where there is a number, `sgf` is what came unless
-- there is an `original`, and as long as `revision` is 0; records of earlier releases have none.
ALTER TABLE records ADD COLUMN file_id TEXT COLLATE "C";
ALTER TABLE records ADD COLUMN game_in_file INTEGER;
ALTER TABLE records ADD COLUMN place_in_file BIGINT;
CREATE INDEX records_by_file ON records (file_id, game_in_file) WHERE file_id IS NOT NULL;
-- Of a file nothing stays when the last record from it is gone, whoever takes that away. Of two who take away the last ones at once the second waits here for the first.
CREATE FUNCTION records_end_their_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM FROM record_files WHERE id = OLD.file_id FOR UPDATE;
    DELETE FROM record_files WHERE id = OLD.file_id AND NOT EXISTS (SELECT 1 FROM records WHERE file_id = OLD.file_id);
    RETURN NULL;
END; $$;
CREATE TRIGGER records_end_their_files AFTER DELETE ON records FOR EACH ROW WHEN (OLD.file_id IS NOT NULL) EXECUTE FUNCTION records_end_their_files();
INSERT INTO migrations (number, release, only_adds) VALUES (45, '0.1.0', TRUE);
