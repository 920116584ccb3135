// Games against the strongest computer on the largest board, as many as may be had, and each of its moves answered at once.

import { ask, guest } from './rest.mjs';

export const title = 'games against the computer';
const BOARD = { board: { width: 25, height: 25 }, opponent: 'tengen0000000003', color: 'white' };
const COLUMNS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const AT_ONCE = 8;
const PAUSE = 250;

export async function attack(where) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => begin(where)));
}

async function begin(where) {
  for (let player = await guest(where); ;) {
    const { status, content } = player ? await ask(where, 'POST', '/games', { body: BOARD, token: player.token }) : {};
    if (status === 201) {
      play(where, player, content.id);
    } else {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      player = (await guest(where)) ?? player;
    }
  }
}

// Answers by the next point that is free.
async function play(where, { token }, id) {
  for (let place = 0; place < COLUMNS.length ** 2;) {
    const { content } = await ask(where, 'GET', `/games/${id}`, { token });
    if (content?.turn % 2 === 1) {
      const at = `${COLUMNS[place % COLUMNS.length]}${1 + Math.floor(place / COLUMNS.length)}`;
      const command = { type: 'play', id: `m${place}`, turn: content.turn, at };
      const { status } = await ask(where, 'POST', `/games/${id}/commands`, { body: command, token });
      if (status === 200 || status === 422) place += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
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
