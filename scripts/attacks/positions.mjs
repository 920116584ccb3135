// Pages of positions: each of their games is played through.

import { isIndexed } from './archive.mjs';
import { ask } from './rest.mjs';

export const title = 'pages of positions';
export const archive = { moves: 180, over: true, copies: 300, indexed: 300 };
export const ready = (where) => isIndexed(where, archive.indexed);
const AT_ONCE = 20;
const PAGE = '/positions?board=19x19&moves=A1&limit=50';

export async function attack(where) {
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (;;) {
      const { status } = await ask(where, 'GET', PAGE);
      if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }));
}
