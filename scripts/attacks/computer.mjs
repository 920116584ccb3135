// Games against the strongest computer on the largest board, as many as may be had.

import { ask, guest } from './rest.mjs';

export const title = 'games against the computer';
const BOARD = { board: { width: 25, height: 25 }, opponent: 'tengen0000000003', color: 'white' };
const AT_ONCE = 8;

export async function attack(where) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => begin(where)));
}

async function begin(where) {
  for (let player = await guest(where); ;) {
    const { status } = player ? await ask(where, 'POST', '/games', { body: BOARD, token: player.token }) : {};
    if (status !== 201) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      player = (await guest(where)) ?? player;
    }
  }
}

// The computer sits down with somebody else, and moves, within a minute.
export async function getsIn(where) {
  const player = await guest(where);
  const wish = { body: { ...BOARD, opponent: 'tengen0000000001' }, token: player?.token };
  const { content } = await ask(where, 'POST', '/games', wish);
  for (let tries = 0; content?.id && tries < 120; tries++) {
    const game = await ask(where, 'GET', `/games/${content.id}`);
    if (game.content?.phase === 'playing' && game.content.turn > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}
