// How loud a page is.

import assert from 'node:assert/strict';
import test from 'node:test';
import { change, setting } from '../../static/storage/settings.js';

/** The nodes of a context that only remembers what is connected to what. */
class FakeNode {
  constructor(context, { gain } = {}) {
    this.gain = { value: gain, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    this.frequency = { exponentialRampToValueAtTime() {} };
    context.made.push(this);
  }

  connect(next) {
    this.next = next;
    return next;
  }

  start() {}
  stop() {}
}

class FakeContext {
  static last = null;
  made = [];
  destination = 'destination';
  state = 'running';
  currentTime = 0;
  sampleRate = 10;

  constructor() {
    FakeContext.last = this;
  }

  createBufferSource = () => new FakeNode(this);
  createBuffer = (_, length) => ({ getChannelData: () => new Float32Array(length) });
}

test('everything that sounds goes through the volume, which is heard at once and is never more than whole', async () => {
  const listeners = {};
  Object.assign(globalThis, {
    addEventListener: (type, listener) => { listeners[type] = listener; },
    AudioContext: FakeContext, GainNode: FakeNode, OscillatorNode: FakeNode, BiquadFilterNode: FakeNode,
  });
  const { sound } = await import('../../static/sound/sound.js');
  const { strengthOf } = await import('../../static/sound/sounds.js');
  assert.deepEqual([0, 50, 100, 400, -3].map(strengthOf), [0, 0.25, 1, 1, 0]);
  assert.equal(setting('volume'), 100);
  await sound.stone();
  assert.equal(FakeContext.last, null, 'nobody has touched the page');
  listeners.pointerdown();
  // The first touch may be a move, whose sound waits for the module.
  await sound.stone();
  const { made } = FakeContext.last;
  const [out] = made;
  assert.deepEqual([out.gain.value, out.next], [1, 'destination']);
  const { length } = made;
  assert.ok(length > 1, 'it was heard');
  sound.pass();
  assert.ok(made.length > length);
  const ends = made.filter(({ next }) => next === 'destination');
  assert.deepEqual(ends, [out], 'nothing goes by it');
  assert.ok(made.filter(({ next }) => next === out).length >= 4);
  change('volume', 50);
  assert.equal(out.gain.value, 0.25);
});
