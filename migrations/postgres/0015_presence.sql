-- Which players are at which servers.
--
-- A row says that a player follows a game at a server, or did so until `left_at`, by the database's clock. A server writes a row when the
-- first connection of the player follows the game there, and again when the last one has gone. It counts while the server is in
-- the table `servers`; whoever removes a dead server from there also fills in `left_at`. Rows go a day after that, or when the game is over.
CREATE TABLE presence (
    game_id TEXT COLLATE "C" NOT NULL,
    player_id TEXT COLLATE "C" NOT NULL,
    server BIGINT NOT NULL,
    left_at BIGINT,
    PRIMARY KEY (game_id, player_id, server)
) WITH (fillfactor = 70);
CREATE INDEX presence_by_server ON presence (server) WHERE left_at IS NULL;
