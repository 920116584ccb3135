// How a reader's games against one player ended, in words.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';

import { againstFacts } from '../../static/player/acquaintance.js';

const count = (won, lost, drawn = 0, none = 0) => ({ board: 'grid 9x9', color: 'black', won, lost, drawn, no_result: none });

test('the games of all boards and both colours are added up', () => {
  assert.deepEqual(againstFacts({ results: [count(2, 1), count(1, 1)], complete: true }), ['You won 3, lost 2']);
});

test('draws and games without a result are told where there are some, and that only the newest count', () => {
  assert.deepEqual(againstFacts({ results: [count(0, 0, 1, 2)], complete: false }),
    ['You won 0, lost 0', '1 drawn', '2 without a result', 'only the newest games']);
});

test('nothing is told of no games', () => {
  assert.deepEqual(againstFacts({ results: [], complete: true }), []);
  assert.deepEqual(againstFacts({ results: [], complete: false }), []);
});
