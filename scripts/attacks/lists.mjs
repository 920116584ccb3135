// Lists for which very many live games have to be looked at.

import { ask } from './rest.mjs';

export const title = 'lists of live games';
export const archive = { moves: 100, over: false, copies: 5_000 };
const AT_ONCE = 20;

export async function attack(where) {
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      const { status } = await ask(where, 'GET', '/games?phase=playing&min_moves=9999');
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }));
}
