-- Only adds: servers of the release before go on beside those of this one.
--
-- Reports of the same thing make a case, which the staff answers for all who reported it. `about` is 'player', 'name', 'game' or 'record', `subject` the
-- id. `one` and `other` are the people whom it concerns, in place of a bot the member to whom it belongs: they see nothing of the case.
CREATE TABLE cases (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    about TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    one TEXT COLLATE "C",
    other TEXT COLLATE "C",
    opened_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    reports INTEGER NOT NULL,
    answered_at BIGINT,
    outcome TEXT COLLATE "C",
    answer TEXT COLLATE "C"
);
CREATE INDEX cases_that_wait ON cases (opened_at, id) WHERE answered_at IS NULL;
CREATE INDEX cases_of_one ON cases (one, opened_at) WHERE one IS NOT NULL;
CREATE INDEX cases_of_other ON cases (other, opened_at) WHERE other IS NOT NULL;
-- The case that waits about a thing: one at most.
CREATE TABLE waiting_cases (
    about TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    case_id TEXT COLLATE "C" NOT NULL REFERENCES cases (id),
    PRIMARY KEY (about, subject)
);
CREATE INDEX waiting_cases_by_id ON waiting_cases (case_id);
-- One report of each person in a case. `event` is the number of the event of the game at which it was seen.
CREATE TABLE reports (
    case_id TEXT COLLATE "C" NOT NULL REFERENCES cases (id),
    reporter TEXT COLLATE "C" NOT NULL REFERENCES players (id),
    ground TEXT COLLATE "C" NOT NULL,
    words TEXT COLLATE "C" NOT NULL,
    event INTEGER,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (case_id, reporter)
);
CREATE INDEX reports_by_reporter ON reports (reporter, created_at);
INSERT INTO migrations (number, release, only_adds) VALUES (27, '0.1.0', TRUE);
