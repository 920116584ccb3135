-- Only adds: servers of the release before go on beside those of this one.
--
-- Records that their owners change: how often that was, and the numbers of the nodes in their order, where these are no longer their places.
ALTER TABLE records ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN numbers TEXT;
INSERT INTO migrations (number, release, only_adds) VALUES (37, '0.1.0', TRUE);
