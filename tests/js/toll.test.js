// The work for a toll is SHA-256 as everybody has it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { answerFor, sha256, zeroBits } from '../../static/account/toll-worker.js';

const byNode = (bytes) => createHash('sha256').update(bytes).digest();
const written = (words) => [...words].map((word) => word.toString(16).padStart(8, '0')).join('');

test('SHA-256 is that of node, for texts of every length around the ends of blocks', () => {
  for (let length = 0; length <= 200; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length * 7) % 256);
    assert.equal(written(sha256(bytes)), byNode(bytes).toString('hex'), `${length} bytes`);
  }
});

test('zero bits are counted from the front', () => {
  assert.equal(zeroBits(Uint32Array.of(0x80000000, 0)), 0);
  assert.equal(zeroBits(Uint32Array.of(1, 0)), 31);
  assert.equal(zeroBits(Int32Array.of(0, -1)), 32);
  assert.equal(zeroBits(Uint32Array.of(0, 0x00ffffff)), 40);
  assert.equal(zeroBits(new Uint32Array(8)), 256);
});

test('an answer pays for its challenge, and is short', () => {
  // The lengths of the challenge decide whether the end of the text is one block or two.
  for (const length of [0, 1, 40, 50, 54, 60, 63, 64, 76, 119, 128]) {
    const challenge = 'x'.repeat(length);
    const answer = answerFor(challenge, 10);
    const hash = byNode(`${challenge}:${answer}`);
    assert.equal((hash[0] << 2) | (hash[1] >> 6), 0, `${length}: ${hash.toString('hex')}`);
    assert.ok(answer.length >= 1 && answer.length <= 32);
  }
});
