// The lines of a printed card.

import assert from 'node:assert/strict';
import test from 'node:test';
import { cardLines } from '../../static/groups/card-lines.js';

test('a card says where its code is typed', () => {
  const card = { address: 'https://go.example.org/card#abc', short_code: 'k7m2-9xqd', short_address: 'https://go.example.org/c' };
  assert.deepEqual(cardLines(card), { address: 'go.example.org/c', code: 'k7m2-9xqd' });
});

test('a card of a server of the release before has the address of its picture', () => {
  assert.deepEqual(cardLines({ address: 'https://go.example.org/card#abc' }), { address: 'go.example.org/card#abc', code: null });
  assert.deepEqual(cardLines({}), { address: '', code: null });
});
