-- Only adds: servers of the release before go on beside those of this one.
--
-- Whom leaders have asked to join a group. An invitation that was declined stays for a while, so that nobody is asked again and again. `listed` says whether leaders see it among those that wait,
-- as they do one that was declined: they are not told by whom.
CREATE TABLE group_invitations (
    group_id TEXT COLLATE "C" NOT NULL REFERENCES groups (id),
    player_id TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    inviter TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    invited_at BIGINT NOT NULL,
    declined_at BIGINT,
    listed BOOLEAN NOT NULL,
    PRIMARY KEY (group_id, player_id)
);
CREATE INDEX group_invitations_by_player ON group_invitations (player_id, invited_at);
CREATE INDEX group_invitations_by_inviter ON group_invitations (inviter, invited_at);
CREATE INDEX group_invitations_declined ON group_invitations (declined_at) WHERE declined_at IS NOT NULL;
-- Whether a member of a club takes part in its rounds. Those who were in one before have taken part.
ALTER TABLE group_members ADD COLUMN plays BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE group_members SET plays = TRUE WHERE group_id IN (SELECT id FROM groups WHERE kind = 'club');
INSERT INTO migrations (number, release, only_adds) VALUES (38, '0.1.0', TRUE);
