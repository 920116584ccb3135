// Connections from one address of 127.0.0.0/8, and just enough of WebSockets to hold one open and to misuse it.

import { randomBytes } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';

export const CONTINUATION = 0;
export const TEXT = 1;
export const BINARY = 2;
export const PING = 9;
const LONGEST_SHORT = 125;

// A connection, encrypted where that is asked for; null if there is none to be had.
export function connect({ from, port, encrypted }) {
  const address = { host: '127.0.0.1', port, localAddress: from };
  return new Promise((resolve) => {
    // Nobody has signed the server's certificate.
    const socket = encrypted
      ? tls.connect({ ...address, rejectUnauthorized: false }).once('secureConnect', () => resolve(socket.setNoDelay(true)))
      : net.connect({ ...address, noDelay: true }).once('connect', () => resolve(socket));
    socket.on('error', () => resolve(null));
  });
}

// A frame as clients send it, the last one of its message or not. The mask hides nothing here, so it is nothing.
export function frame(opcode, payload, last = true) {
  const bytes = Buffer.from(payload);
  const length = bytes.length <= LONGEST_SHORT
    ? Buffer.from([0x80 | bytes.length])
    : Buffer.from([0x80 | 126, bytes.length >> 8, bytes.length & 0xff]);
  return Buffer.concat([Buffer.from([(last ? 0x80 : 0) | opcode]), length, Buffer.alloc(4), bytes]);
}

// A socket that has been upgraded, and calls back with each text frame; null if the server refuses it.
export async function openSocket(where, onText = () => {}) {
  const socket = await connect(where);
  if (!socket) return null;
  socket.write(`GET /api/v1/ws HTTP/1.1\r\nHost: 127.0.0.1:${where.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n`
    + `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`);
  let waiting = Buffer.alloc(0);
  let upgraded = false;
  return new Promise((resolve) => {
    socket.on('close', () => resolve(null));
    socket.on('data', (data) => {
      waiting = Buffer.concat([waiting, data]);
      if (!upgraded) {
        const end = waiting.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!waiting.toString('latin1', 0, 12).endsWith('101')) return socket.destroy();
        waiting = waiting.subarray(end + 4);
        upgraded = true;
        resolve(socket);
      }
      waiting = readFrames(waiting, onText);
    });
  });
}

// Hands the whole text frames to the callback, and answers the bytes that are left.
function readFrames(bytes, onText) {
  for (;;) {
    if (bytes.length < 2) return bytes;
    let [head, length] = [2, bytes[1] & 0x7f];
    if (length === 126) [head, length] = [4, bytes.length < 4 ? Infinity : bytes.readUInt16BE(2)];
    else if (length === 127) [head, length] = [10, bytes.length < 10 ? Infinity : Number(bytes.readBigUInt64BE(2))];
    if (bytes.length < head + length) return bytes;
    if ((bytes[0] & 0x0f) === TEXT) onText(JSON.parse(bytes.toString('utf8', head, head + length)));
    bytes = bytes.subarray(head + length);
  }
}
