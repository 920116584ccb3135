-- Only adds: servers of the release before go on beside those of this one.
--
-- Reports of the same thing make a case, which the staff answers for all who reported it. `about` is 'player', 'name', 'game' or 'record', `subject` the
-- id. `one` and `other` are the people whom it concerns, in place of a bot the member to whom it belongs: they see nothing of the case.
CREATE TABLE cases (
    id TEXT NOT NULL PRIMARY KEY,
    about TEXT NOT NULL,
    subject TEXT NOT NULL,
    one TEXT,
    other TEXT,
    opened_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    reports INTEGER NOT NULL,
    answered_at INTEGER,
    outcome TEXT,
    answer TEXT
) STRICT;
CREATE INDEX cases_that_wait ON cases (opened_at, id) WHERE answered_at IS NULL;
CREATE INDEX cases_of_one ON cases (one, opened_at) WHERE one IS NOT NULL;
CREATE INDEX cases_of_other ON cases (other, opened_at) WHERE other IS NOT NULL;
-- The case that waits about a thing: one at most.
CREATE TABLE waiting_cases (
    about TEXT NOT NULL,
    subject TEXT NOT NULL,
    case_id TEXT NOT NULL REFERENCES cases (id),
    PRIMARY KEY (about, subject)
) STRICT;
CREATE INDEX waiting_cases_by_id ON waiting_cases (case_id);
-- One report of each person in a case. `event` is the number of the event of the game at which it was seen.
CREATE TABLE reports (
    case_id TEXT NOT NULL REFERENCES cases (id),
    reporter TEXT NOT NULL REFERENCES players (id),
    ground TEXT NOT NULL,
    words TEXT NOT NULL,
    event INTEGER,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (case_id, reporter)
) STRICT;
CREATE INDEX reports_by_reporter ON reports (reporter, created_at);
INSERT INTO migrations (number, release, only_adds) VALUES (27, '0.1.0', TRUE);
