-- Servers that died while others went on.
--
-- A loss lasts from the server's last beat to the moment at which another one noticed, by the database's clock, and at most ten seconds. It
-- is given back in the games of those who were thinking at that server (the table `presence` says who), by events of the games. Rows go
-- after a day.
CREATE TABLE losses (
    number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    server BIGINT NOT NULL,
    began_at BIGINT NOT NULL,
    ended_at BIGINT NOT NULL
);
CREATE INDEX losses_by_end ON losses (ended_at);
