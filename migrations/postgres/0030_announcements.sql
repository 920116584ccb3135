-- Only adds: servers of the release before go on beside those of this one.
--
-- Lines on every page. `texts` is JSON: each line by the tag of its language.
CREATE TABLE announcements (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    texts TEXT COLLATE "C" NOT NULL,
    until BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX announcements_by_end ON announcements (until);
INSERT INTO migrations (number, release, only_adds) VALUES (30, '0.1.0', TRUE);
