import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Disagreement, agree } from '../../scripts/gnugo/whole-game.mjs';

test('equal answers agree', () => {
  agree('to move', 'black', 'black');
  agree('to move', null, null);
  agree('dead stones', [], []);
  agree('legal points', ['A1', 'B2'], ['A1', 'B2']);
  agree('prisoners', { black: 1, white: 0 }, { white: 0, black: 1 });
});

test('answers that differ are a disagreement, though they may be as long', () => {
  const pairs = [
    ['black', 'white'], ['B+3.5', 'W+3.5'], [['A1', 'B2'], ['A1', 'B3']], [['A1', 'B2'], ['B2', 'A1']], [['A1'], ['A1', 'B2']],
    [{ black: 1, white: 0 }, { black: 0, white: 1 }], ['black', null], ['0', 0], [[], undefined],
  ];
  for (const [server, gnugo] of pairs) {
    const told = JSON.stringify([server, gnugo]);
    assert.throws(() => agree('answers', server, gnugo), Disagreement, told);
    assert.throws(() => agree('answers', gnugo, server), Disagreement, told);
  }
});

test('a disagreement tells what it is about, and both answers', () => {
  assert.throws(() => agree('dead stones', ['A1'], ['B2']), { message: 'dead stones: the server has ["A1"], GNU Go has ["B2"]' });
});
