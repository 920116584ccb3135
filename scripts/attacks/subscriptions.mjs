// Sockets that follow very many games that have ended, each as many as it may.

import { copy } from './archive.mjs';
import { TEXT, frame, openSocket } from './connection.mjs';

export const title = 'subscriptions to ended games';
export const archive = { moves: 180, over: true, copies: 12_000 };
const EACH = 256;
// As many as the server reads of a socket without a word.
const AT_ONCE = 10;
const PAUSE = 500;

export async function attack(where) {
  const count = Math.ceil(archive.copies / EACH);
  const sockets = await Promise.all(Array.from({ length: count }, () => openSocket(where)));
  for (let from = 0; from < EACH; from += AT_ONCE) {
    for (const [each, socket] of sockets.entries()) {
      for (let game = from; game < Math.min(from + AT_ONCE, EACH); game++) {
        const id = copy(1 + each * EACH + game);
        socket?.write(frame(TEXT, JSON.stringify({ type: 'subscribe', game: id, since: 10_000 })));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  await new Promise(() => {});
}
