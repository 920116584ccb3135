-- The name and the secret of the messages that the servers of this database send each other by NATS. Only the database has
-- them, so that nobody else is believed.
CREATE TABLE bus (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    name   TEXT NOT NULL,
    secret BYTEA NOT NULL
);

-- Each of these has 122 random bits of a source that is good for secrets.
INSERT INTO bus (id, name, secret)
SELECT 1, replace(gen_random_uuid()::text, '-', ''),
       uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
