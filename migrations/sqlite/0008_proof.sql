-- A row that is changed to find out whether anything can be stored. What was written before says nothing, and a row that
-- stays as it is would not be written.
CREATE TABLE proof (
    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    number INTEGER NOT NULL
) STRICT;
INSERT INTO proof (id, number) VALUES (1, 0);
