// The first owner of a server: there is no address that makes one, so the row is written while the server is stopped.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const GRANT = `import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("INSERT INTO grants (player_id, role, granted_at) VALUES (?, 'owner', 1)", (sys.argv[2],))
connection.commit()`;

/** Makes a member an owner of a server with SQLite, which is stopped for that and launched again. */
export async function makeOwner(server, { player }) {
  await server.stop();
  execFileSync('python3', ['-c', GRANT, join(server.dataDir, 'tengen.sqlite'), player.id]);
  await server.launch();
}
