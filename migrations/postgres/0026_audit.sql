-- Only adds: servers of the release before go on beside those of this one.
--
-- The acts of the staff, each a link in a chain of hashes (crates/audit). A row is written once and then neither changed nor taken out: the
-- triggers hold the program to it. `actor` is NULL for the command line; ids have no reference, for the log outlives those it names.
CREATE TABLE audit (
    seq BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    actor TEXT COLLATE "C",
    kind TEXT COLLATE "C" NOT NULL,
    subject_kind TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    facts TEXT COLLATE "C" NOT NULL,
    aside TEXT COLLATE "C",
    previous TEXT COLLATE "C" NOT NULL,
    hash TEXT COLLATE "C" NOT NULL
);
CREATE INDEX audit_by_subject ON audit (subject_kind, subject, seq);
CREATE INDEX audit_by_actor ON audit (actor, seq) WHERE actor IS NOT NULL;
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END; $$;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_stays();
CREATE TRIGGER audit_is_not_shortened BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_stays();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();
-- The last link, which the next one follows.
CREATE TABLE audit_head (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    seq BIGINT NOT NULL,
    hash TEXT COLLATE "C" NOT NULL
);
INSERT INTO audit_head (id, seq, hash) VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');
-- What somebody wrote about an act: its hash is in the row of the log. It can be removed where the law wants that.
CREATE TABLE audit_asides (
    seq BIGINT NOT NULL PRIMARY KEY REFERENCES audit (seq),
    salt TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL
);
-- Whether a token is good for acts of the staff, as far as its player has the right.
ALTER TABLE access_tokens ADD COLUMN can_staff BOOLEAN NOT NULL DEFAULT FALSE;
-- Who may act on whom is asked of the staff, who are few.
CREATE INDEX grants_by_role ON grants (role, player_id);
INSERT INTO migrations (number, release, only_adds) VALUES (26, '0.1.0', TRUE);
