-- Only adds: servers of the release before go on beside those of this one.
--
-- Requests that make something, by the keys that their senders gave them, and their answers, so that one that is sent again makes nothing twice. `key` and `request` are hashes. Without a
-- `status` there is no answer: the request is under way, or its server has stopped. With 0 it has ended, and nobody knows how. `body` is JSON, or empty.
CREATE TABLE kept_answers (
    player_id TEXT NOT NULL REFERENCES players (id),
    key TEXT NOT NULL,
    request TEXT NOT NULL,
    begun_at INTEGER NOT NULL,
    status INTEGER,
    location TEXT,
    body TEXT,
    PRIMARY KEY (player_id, key)
) STRICT;
CREATE INDEX kept_answers_by_age ON kept_answers (begun_at);
CREATE TRIGGER kept_answers_need_their_players BEFORE INSERT ON kept_answers BEGIN
    SELECT RAISE(ABORT, 'no such player: kept_answers.player_id')
    WHERE NOT EXISTS (SELECT 1 FROM players WHERE id = NEW.player_id AND kind IS NOT 'deleted');
END;
INSERT INTO migrations (number, release, only_adds) VALUES (42, '0.1.0', TRUE);
