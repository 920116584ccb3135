// Work in the page's spare time is done once, unless it is called off.

import assert from 'node:assert/strict';
import test from 'node:test';
import { inSpareTime } from '../../static/dom/spare-time.js';

const real = { setTimeout, clearTimeout };

/** A browser that calls in its spare time, and in its next task if it knows of no such time. */
function browser({ tells }) {
  const calls = new Map();
  const ask = (call, given) => {
    calls.set(calls.size + 1, { call, given });
    return calls.size;
  };
  const callOff = (number) => calls.delete(number);
  Object.assign(globalThis, tells
    ? { requestIdleCallback: ask, cancelIdleCallback: callOff }
    : { setTimeout: ask, clearTimeout: callOff });
  return calls;
}

test.afterEach(() => {
  delete globalThis.requestIdleCallback;
  delete globalThis.cancelIdleCallback;
  Object.assign(globalThis, real);
});

test('a browser that tells of its spare time is asked for it, and waits half a second at most', () => {
  const calls = browser({ tells: true });
  let done = 0;
  inSpareTime(() => (done += 1));
  assert.deepEqual(calls.get(1).given, { timeout: 500 });
  assert.equal(done, 0);
  calls.get(1).call({ didTimeout: false });
  assert.equal(done, 1);
});

test('elsewhere the work comes with the next task', () => {
  const calls = browser({ tells: false });
  let done = 0;
  inSpareTime(() => (done += 1));
  assert.equal(calls.get(1).given, undefined);
  calls.get(1).call();
  assert.equal(done, 1);
});

for (const tells of [true, false]) {
  test(`work that is called off is not done, ${tells ? 'in spare time' : 'in a task'}`, () => {
    const calls = browser({ tells });
    const callOff = inSpareTime(() => assert.fail('it was called off'));
    callOff();
    assert.equal(calls.size, 0);
  });
}
