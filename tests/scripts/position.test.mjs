import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Position, readShowboard } from '../../scripts/gnugo/position.mjs';

const board = { width: 3, height: 2 };
const played = (color, move, captured = []) => ({ type: 'played', seq: 1, color, move, captured });

test('a position is what its events say', () => {
  const position = new Position(board, ['C1']);
  position.apply(played('white', 'A1'));
  position.apply(played('black', 'A2', ['A1']));
  position.apply({ type: 'passed', seq: 3, color: 'white' });
  assert.equal(String(position), 'B....B');
  assert.deepEqual(position.stonesOf('black'), ['A2', 'C1']);
  assert.deepEqual(position.stonesOf('white'), []);
  assert.deepEqual(position.empty(), ['A1', 'B1', 'B2', 'C2']);
});

test('an impossible event is told', () => {
  const position = new Position(board, ['C1']);
  assert.throws(() => position.apply(played('white', 'C1')), /where a stone was/);
  assert.throws(() => position.apply(played('white', 'A1', ['B1'])), /where no stone was/);
});

test("GNU Go's board is read", () => {
  const shown = [
    '   A B C',
    ' 3 . . X 3',
    ' 2 O + . 2     WHITE (O) has captured 1 stones',
    ' 1 . . . 1     BLACK (X) has captured 12 stones',
    '   A B C',
  ].join('\n');
  assert.deepEqual(readShowboard(shown), { stones: '..BW.....', captures: { white: 1, black: 12 } });
});
