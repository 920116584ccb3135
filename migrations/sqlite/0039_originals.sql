-- Only adds: servers of the release before go on beside those of this one.
--
-- The bytes from which a record was made, in whatever encoding they came. Nothing where `sgf` tells them: they were plain ASCII, or came to a server of an earlier release.
ALTER TABLE records ADD COLUMN original BLOB;
INSERT INTO migrations (number, release, only_adds) VALUES (39, '0.1.0', TRUE);
