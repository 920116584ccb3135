import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Drawing } from '../../static/home/drawing.js';
import { FakeTimers } from './fakes.js';

function stage() {
  const timers = new FakeTimers();
  const frames = [];
  const drawing = new Drawing({ every: 1_000, timers, now: () => timers.now, frame: (draw) => frames.push(draw) });
  const log = [];
  const tile = (name) => {
    const made = { draw: () => log.push(`${name} ${timers.now}`) };
    drawing.add(made);
    return made;
  };
  const frame = () => frames.splice(0).forEach((draw) => draw());
  return { timers, frames, drawing, log, tile, frame };
}

test('what changes together is drawn in one frame, and each tile at most once a second', () => {
  const { timers, frames, drawing, log, tile, frame } = stage();
  const [a, b] = [tile('a'), tile('b')];
  for (const each of [a, b]) drawing.see(each, true);
  for (const each of [a, b, a, a]) drawing.ask(each);
  assert.equal(frames.length, 1);
  frame();
  assert.deepEqual(log, ['a 0', 'b 0']);
  for (let i = 0; i < 30; i += 1) {
    timers.advance(100);
    drawing.ask(a);
    frame();
  }
  assert.deepEqual(log.slice(2), ['a 1000', 'a 2000', 'a 3000']);
});

test('what nobody sees is drawn when it comes into sight', () => {
  const { drawing, log, tile, frame } = stage();
  const a = tile('a');
  drawing.ask(a);
  frame();
  assert.deepEqual(log, []);
  drawing.see(a, true);
  frame();
  assert.deepEqual(log, ['a 0']);
});

test('a tile that has gone is drawn no more', () => {
  const { drawing, log, tile, frame } = stage();
  const a = tile('a');
  drawing.see(a, true);
  drawing.ask(a);
  drawing.remove(a);
  frame();
  drawing.see(a, true);
  assert.deepEqual(log, []);
});
