-- Only adds: servers of the release before go on beside those of this one.
--
-- Files of several games as they were brought: `around` is what stands in one around the games that are records, words between them and games that can't be read. `size` is how many
-- bytes that is, and `file_length` how many the whole file had.
CREATE TABLE record_files (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES players (id),
    created_at INTEGER NOT NULL,
    around BLOB NOT NULL,
    size INTEGER NOT NULL,
    file_length INTEGER NOT NULL
) STRICT;
-- They are added up without a look at the bytes.
CREATE INDEX record_files_by_owner ON record_files (owner, size);
CREATE TRIGGER record_files_need_their_players BEFORE INSERT ON record_files BEGIN
    SELECT RAISE(ABORT, 'no such player: record_files.owner')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.owner AND kind IS NOT 'deleted');
END;
-- The file of several games from which a record is, which of the games it is, from 1, and how many bytes of `around` stand before it. Where there is a number, `sgf` is what came unless
-- there is an `original`, and as long as `revision` is 0; records of earlier releases have none.
ALTER TABLE records ADD COLUMN file_id TEXT;
ALTER TABLE records ADD COLUMN game_in_file INTEGER;
ALTER TABLE records ADD COLUMN place_in_file INTEGER;
CREATE INDEX records_by_file ON records (file_id, game_in_file) WHERE file_id IS NOT NULL;
-- Of a file nothing stays when the last record from it is gone, whoever takes that away.
CREATE TRIGGER records_end_their_files AFTER DELETE ON records WHEN OLD.file_id IS NOT NULL BEGIN
    DELETE FROM record_files WHERE id = OLD.file_id AND NOT EXISTS (SELECT 1 FROM records WHERE file_id = OLD.file_id);
END;
INSERT INTO migrations (number, release, only_adds) VALUES (45, '0.1.0', TRUE);
