// How far the wheel is turned for a move.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Wheel, walkByWheel } from '../../static/board/wheel.js';

/** What turns of these pixels lead to, one every ten milliseconds. */
function turned(...ways) {
  const wheel = new Wheel();
  return ways.map((deltaY, i) => wheel.turn({ deltaY, deltaMode: 0, timeStamp: 10 * i }));
}

test('a notch is a move, however far it goes', () => {
  assert.deepEqual(turned(100, 240, -100), ['forward', 'forward', 'back']);
  const wheel = new Wheel();
  assert.equal(wheel.turn({ deltaY: 3, deltaMode: 1, timeStamp: 0 }), 'forward', 'in lines');
  assert.equal(wheel.turn({ deltaY: -1, deltaMode: 2, timeStamp: 10 }), 'back', 'in pages');
});

test('small turns add up, until the direction changes or the finger rests', () => {
  assert.deepEqual(turned(20, 20, 20, 20), [null, null, 'forward', null]);
  assert.deepEqual(turned(40, -20, -20, -20), [null, null, null, 'back']);
  const wheel = new Wheel();
  assert.equal(wheel.turn({ deltaY: 40, deltaMode: 0, timeStamp: 0 }), null);
  assert.equal(wheel.turn({ deltaY: 40, deltaMode: 0, timeStamp: 1000 }), null);
});

test('where no move is left the page scrolls, but not in the midst of a turn', () => {
  let listener = null;
  let place = 0;
  const board = { addEventListener: (_, added) => { listener = added; } };
  walkByWheel(board, (to) => { place += to === 'forward' ? 1 : -1; }, (to) => (to === 'forward' ? place < 2 : place > 0));
  /** Does the board keep a turn of the wheel for itself? */
  const kept = (deltaY, timeStamp, keys = {}) => {
    let isKept = false;
    listener({ deltaX: 0, deltaY, deltaMode: 0, timeStamp, preventDefault: () => { isKept = true; }, ...keys });
    return isKept;
  };
  assert.equal(kept(-100, 0), false, 'before the first move');
  assert.deepEqual([kept(100, 1_000), kept(100, 1_100), place], [true, true, 2]);
  assert.deepEqual([kept(100, 1_200), kept(100, 1_400), place], [true, true, 2], 'the same turn goes on');
  assert.equal(kept(100, 2_000), false, 'behind the last move');
  assert.deepEqual([kept(-100, 2_100, { ctrlKey: true }), place], [false, 2]);
  assert.deepEqual([kept(-100, 2_200), place], [true, 1]);
});
