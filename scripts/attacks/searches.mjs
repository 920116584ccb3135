// Searches that find nothing among very many finished games, groups and players.

import { setTimeout } from 'node:timers/promises';

import { copy } from './archive.mjs';
import { ask } from './rest.mjs';

export const title = 'searches that find nothing';
export const archive = { moves: 2, over: true, copies: 100_000, anyNumber: true };
const AT_ONCE = 20;
const RARE = 'result=jigo&min_moves=300&handicap=9&limit=1';

export async function attack(where) {
  const { content } = await ask(where, 'GET', `/games/${copy(1)}`);
  const { black, white } = content.players;
  const searches = [
    `/games?${RARE}`, `/players/${black.id}/games?${RARE}`, `/games?player=${white.id}&opponent=${black.id}&${RARE}`,
    '/games?size=5x5&limit=1', '/games?opening=T19&limit=1', '/games?phase=finished&rules=ing&limit=1',
    `/players/${black.id}/results`, '/players?name=A', '/groups?limit=1', '/positions?board=19x19&moves=T19&limit=1',
  ];
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => search(where, searches[number % searches.length])));
}

// Goes on where a page says that it has stopped.
async function search(where, address) {
  let next = '';
  for (;;) {
    const { status, content } = await ask(where, 'GET', `${address}${next}`);
    next = content?.next ? `&cursor=${content.next}` : '';
    if (status !== 200) await setTimeout(50);
  }
}
