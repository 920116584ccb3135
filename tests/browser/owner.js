// An operator's work on the players of a running server, by its command line.

import { execFileSync } from 'node:child_process';

import { ApiPlayer, call } from './api-player.js';
import { serverProgram } from './running-server.js';

/** What `tengen admin` prints, line by line. */
export function admin(server, ...words) {
  const options = ['--data-dir', server.dataDir, '--public-url', server.url];
  return execFileSync(serverProgram(), ['admin', ...words, ...options], { encoding: 'utf8' }).trim().split('\n');
}

/** Makes a member an owner of a server. */
export const makeOwner = (server, { player }) => admin(server, 'owner', player.id);

/** The reason of each act in tests. */
export const REASON = 'because the club has decided so';

/** An owner of this name, who acts by REST: `act('players/ID', {act: 'ban', ...})`. */
export async function actingOwner(server, name) {
  const owner = await ApiPlayer.member(server, name);
  makeOwner(server, owner);
  const act = (subject, wish) => call(server, 'POST', `/api/v1/staff/${subject}/acts`, { token: owner.token, body: { reason: REASON, ...wish } });
  return Object.assign(owner, { act });
}
