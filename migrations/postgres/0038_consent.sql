-- Only adds: servers of the release before go on beside those of this one.
--
-- Whether a member of a club takes part in its rounds. Those who were in one before have taken part.
ALTER TABLE group_members ADD COLUMN plays BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE group_members SET plays = TRUE WHERE group_id IN (SELECT id FROM groups WHERE kind = 'club');
INSERT INTO migrations (number, release, only_adds) VALUES (38, '0.1.0', TRUE);
