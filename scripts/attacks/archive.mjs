// Very many games in a server's data, before it is attacked: one is played, all others are copies of it.

import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ask, guest, make } from './rest.mjs';

const COLUMNS = 'ABCDEFGHJKLMNOPQRST';
const here = dirname(fileURLToPath(import.meta.url));

// The id of a copy, from 1 on.
export const copy = (number) => String(number).padStart(16, '0');

// Plays a game of so many moves, and ends it if it is to be over. Answers its id.
export async function play(where, { moves, over }) {
  const players = [await guest(where, 'Ann'), await guest(where, 'Ben')];
  const { id } = await make(where, '/games', { token: players[0].token, body: { color: 'black' } });
  await make(where, `/games/${id}/join`, { token: players[1].token });
  const command = (number, body) => make(where, `/games/${id}/commands`, { token: players[number % 2].token, body });
  // Black's rows and White's never touch.
  for (let turn = 0; turn < moves; turn++) {
    const place = Math.floor(turn / 2);
    const row = 1 + 4 * Math.floor(place / COLUMNS.length) + 2 * (turn % 2);
    await command(turn, { type: 'play', id: `m${turn}`, turn, at: `${COLUMNS[place % COLUMNS.length]}${row}` });
  }
  if (over) await command(moves, { type: 'resign', id: 'enough' });
  return id;
}

// Copies a game while no server is at work on the data. The copies have the numbers from the first to the last. The server indexes
// those up to a number.
export function fill(folder, id, { first, last, indexed }) {
  execFileSync('python3', [join(here, 'copies.py'), join(folder, 'tengen.sqlite'), id, String(first), String(last), String(indexed)]);
}

// Whether so many games that begin at A1 can be searched: making their index takes a processor for a while.
export async function isIndexed(where, count) {
  const { content } = await ask(where, 'GET', '/positions?board=19x19&moves=A1&limit=1');
  return content?.games_total >= count;
}
