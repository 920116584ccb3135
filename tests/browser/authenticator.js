// Codes by time, as an authenticator makes them (RFC 6238).

import { createHmac } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

function bytesOf(secret) {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
}

/** The six digits that an authenticator with this secret shows now. */
export function codeOf(secret, now = Date.now()) {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(now / STEP_MS)));
  const digest = createHmac('sha1', bytesOf(secret)).update(step).digest();
  const number = digest.readUInt32BE(digest.at(-1) & 15) & 0x7fff_ffff;
  return String(number % 1_000_000).padStart(6, '0');
}
