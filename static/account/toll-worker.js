// The work of a browser for a toll, beside the page: an answer such that SHA-256 of the challenge, a colon and the answer begins
// with so many zero bits. The browser's own SHA-256 is missing without TLS, and is slow for very many short texts. This module
// imports nothing, because a worker is one file.

const BLOCK = 64;
/** A block ends with the length of the text in bits, of which the texts here fill no more than four bytes, and a bit before it. */
const LENGTH = 8;
/** The first 32 bits of the fractional parts of the roots of the first primes: square roots to begin with, cube roots for the rounds. */
const [BEGIN, ROUNDS] = [roots(8, 1 / 2), roots(64, 1 / 3)];

/**
 * @param {number} count
 * @param {number} power
 */
function roots(count, power) {
  const found = new Uint32Array(count);
  for (let number = 2, at = 0; at < count; number += 1) {
    let divisor = 2;
    while (divisor * divisor <= number && number % divisor !== 0) divisor += 1;
    if (divisor * divisor <= number) continue;
    const root = number ** power;
    found[at] = (root - Math.floor(root)) * 2 ** 32;
    at += 1;
  }
  return found;
}

const words = new Int32Array(64);

/**
 * Takes a block of bytes into the state.
 * @param {Int32Array} state
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function take(state, bytes, at) {
  for (let i = 0; i < 16; i += 1) {
    const from = at + 4 * i;
    words[i] = (bytes[from] << 24) | (bytes[from + 1] << 16) | (bytes[from + 2] << 8) | bytes[from + 3];
  }
  for (let i = 16; i < 64; i += 1) {
    const early = words[i - 15];
    const late = words[i - 2];
    const low = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3);
    const high = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10);
    words[i] = (words[i - 16] + low + words[i - 7] + high) | 0;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (let i = 0; i < 64; i += 1) {
    const mixed = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const other = (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + other) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/**
 * The end of a text whose first `done` bytes are taken already: `length` bytes of `ending`, which has room for what is filled up.
 * @param {Int32Array} state
 * @param {number} done
 * @param {Uint8Array} ending
 * @param {number} length
 */
function takeEnd(state, done, ending, length) {
  const whole = Math.ceil((length + 1 + LENGTH) / BLOCK) * BLOCK;
  ending.fill(0, length, whole);
  ending[length] = 0x80;
  const bits = (done + length) * 8;
  for (let i = 1; i <= 4; i += 1) ending[whole - i] = bits >>> (8 * (i - 1));
  for (let at = 0; at < whole; at += BLOCK) take(state, ending, at);
}

/**
 * The whole blocks at the beginning of a text, taken: {state, done, rest}.
 * @param {Uint8Array} bytes
 */
function begin(bytes) {
  const state = Int32Array.from(BEGIN);
  const done = bytes.length - (bytes.length % BLOCK);
  for (let at = 0; at < done; at += BLOCK) take(state, bytes, at);
  return { state, done, rest: bytes.subarray(done) };
}

/**
 * SHA-256 of bytes, as eight words of 32 bits.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const { state, done, rest } = begin(bytes);
  const ending = new Uint8Array(2 * BLOCK);
  ending.set(rest);
  takeEnd(state, done, ending, rest.length);
  return Uint32Array.from(state);
}

/**
 * How many zero bits eight words begin with.
 * @param {Int32Array | Uint32Array} hash
 */
export function zeroBits(hash) {
  const first = hash.findIndex((word) => word !== 0);
  return first < 0 ? 32 * hash.length : 32 * first + Math.clz32(hash[first]);
}

/**
 * The first answer that pays for a challenge. The blocks that all answers share are taken once, and nothing is made anew for each.
 * @param {string} challenge
 * @param {number} bits
 */
export function answerFor(challenge, bits) {
  const { state: shared, done, rest } = begin(new TextEncoder().encode(`${challenge}:`));
  const [state, ending] = [new Int32Array(shared.length), new Uint8Array(3 * BLOCK)];
  ending.set(rest);
  for (let number = 0; ; number += 1) {
    const answer = number.toString(36);
    for (let i = 0; i < answer.length; i += 1) ending[rest.length + i] = answer.charCodeAt(i);
    state.set(shared);
    takeEnd(state, done, ending, rest.length + answer.length);
    if (zeroBits(state) >= bits) return answer;
  }
}

globalThis.addEventListener?.('message', ({ data: { challenge, bits } }) => postMessage(answerFor(challenge, bits)));
