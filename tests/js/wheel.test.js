// How far the wheel is turned for a move.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Wheel } from '../../static/board/wheel.js';

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
