// Changes that arrive together are drawn once, and no other part's timer is touched.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Frame } from '../../static/dom/frame.js';

/** A page whose pictures and timers have numbers of their own, each from 1, as in browsers. */
function page({ hidden = false } = {}) {
  const pictures = new Map();
  const timers = new Map();
  const shown = { hidden, listeners: [], addEventListener: (name, listener) => shown.listeners.push(listener) };
  const add = (calls) => (call) => {
    calls.set(calls.size + 1, call);
    return calls.size;
  };
  Object.assign(globalThis, {
    document: shown,
    requestAnimationFrame: add(pictures),
    cancelAnimationFrame: (number) => pictures.delete(number),
    setTimeout: add(timers),
    clearTimeout: (number) => timers.delete(number),
  });
  return { shown, pictures, timers };
}

const real = { setTimeout, clearTimeout };
test.afterEach(() => Object.assign(globalThis, real));

test('however often it is asked for, it is drawn once, and again when asked again', () => {
  const { pictures } = page();
  let drawn = 0;
  const frame = new Frame(() => (drawn += 1));
  frame.ask();
  frame.ask();
  assert.equal(pictures.size, 1);
  pictures.get(1)();
  assert.equal(drawn, 1);
  frame.ask();
  assert.equal(pictures.size, 1);
});

test('a hidden page draws once, by a timer, however much arrives', () => {
  const { pictures, timers } = page({ hidden: true });
  let drawn = 0;
  const frame = new Frame(() => (drawn += 1));
  for (let i = 0; i < 20; i += 1) frame.ask();
  assert.deepEqual([pictures.size, timers.size, drawn], [0, 1, 0]);
  timers.get(1)();
  assert.equal(drawn, 1);
});

test('a drawing that cannot wait takes the place of the one that was asked for', () => {
  const { pictures } = page();
  let drawn = 0;
  const frame = new Frame(() => (drawn += 1));
  frame.ask();
  frame.run();
  assert.deepEqual([pictures.size, drawn], [0, 1]);
});

test('a timer with the number of a picture goes on', () => {
  const { pictures, timers } = page();
  const frame = new Frame(() => {});
  globalThis.setTimeout(() => {});
  frame.ask();
  pictures.get(1)();
  assert.equal(timers.size, 1, 'the timer of somebody else');
});

test('a page that is hidden meanwhile is drawn at once, and once only', () => {
  const { shown, pictures } = page();
  let drawn = 0;
  const frame = new Frame(() => (drawn += 1));
  frame.ask();
  shown.hidden = true;
  for (const listener of shown.listeners) listener();
  assert.equal(drawn, 1);
  assert.equal(pictures.size, 0);
  for (const listener of shown.listeners) listener();
  assert.equal(drawn, 1);
});
