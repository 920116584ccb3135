// Open games, as many as may be had: each guest opens and withdraws them.

import { ask, guest } from './rest.mjs';

export const title = 'open games';
const AT_ONCE = 8;

export async function attack(where) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => flood(where)));
}

async function flood(where) {
  for (let player = await guest(where); ;) {
    const { status } = player ? await ask(where, 'POST', '/games', { token: player.token, body: {} }) : {};
    if (status !== 201) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      player = (await guest(where)) ?? player;
    }
  }
}

// An honest game stays in the lobby for as long as it takes to be seen.
export async function getsIn(where) {
  const player = await guest(where);
  const { content } = await ask(where, 'POST', '/games', { token: player?.token, body: {} });
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  const lobby = await ask(where, 'GET', '/lobby');
  return lobby.content?.games.some((game) => game.id === content?.id) ?? false;
}
