// Exports of everything, read as fast as they come, in the form that is most work.

import { connect } from './connection.mjs';

export const title = 'exports';
export const archive = { moves: 180, over: true, copies: 2_000 };
const AT_ONCE = 20;

export async function attack(where) {
  await Promise.all(Array.from({ length: AT_ONCE }, () => exported(where)));
}

async function exported(where) {
  for (;;) {
    const socket = await connect(where);
    if (socket) {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.resume().write(`GET /api/v1/games?phase=finished&format=zip HTTP/1.1\r\nHost: 127.0.0.1:${where.port}\r\n`
        + 'Accept-Encoding: gzip\r\nConnection: close\r\n\r\n');
      await closed;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
