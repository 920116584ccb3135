// An operator's work on the players of a running server, by its command line.

import { execFileSync } from 'node:child_process';

import { serverProgram } from './running-server.js';

/** What `tengen admin` prints, line by line. */
export function admin(server, ...words) {
  const options = ['--data-dir', server.dataDir, '--public-url', server.url];
  return execFileSync(serverProgram(), ['admin', ...words, ...options], { encoding: 'utf8' }).trim().split('\n');
}

/** Makes a member an owner of a server. */
export const makeOwner = (server, { player }) => admin(server, 'owner', player.id);
