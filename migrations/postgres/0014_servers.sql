-- The servers of this database that are there.
--
-- `id` stands for the process, and is another one after each start. `release` is the version of its program. Both times are
-- those of the database's clock, in milliseconds since 1970. A server renews `alive_at` twice a second, and removes its row when
-- it stops. A row that is not renewed is that of a server that has died: whoever removes it, and nobody else, sees to what the
-- server has left.
CREATE TABLE servers (
    id BIGINT NOT NULL PRIMARY KEY,
    release TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    alive_at BIGINT NOT NULL
);
