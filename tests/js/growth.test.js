// A shared tree as it grows: lines of an answer that stays open, and what is done when it ends.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeTimers } from './fakes.js';
import { Growth } from '../../static/shared-tree/growth.js';
import { followLines } from '../../static/net/lines.js';

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A server whose streams are opened and ended by the test. */
function stage() {
  const timers = new FakeTimers();
  const streams = [];
  const told = [];
  const growth = new Growth({
    timers,
    take: (line) => told.push(line),
    open: ({ signal, take }) => new Promise((resolve, reject) => {
      streams.push({ signal, take, end: resolve, fail: () => reject(new Error('away')) });
    }),
  });
  return { growth, timers, streams, told };
}

test('lines are taken as they come, in whatever pieces', async (t) => {
  const pieces = ['{"revision": 1}\n{"revi', 'sion": 2, "nodes": ["局"]}\n\n'];
  const asked = [];
  t.mock.method(globalThis, 'fetch', async (address, request) => {
    asked.push([address, request.method, request.body]);
    const body = new ReadableStream({
      start(controller) {
        const bytes = new TextEncoder().encode(pieces.join(''));
        // A character is cut, too.
        for (const end of [20, bytes.length - 6, bytes.length]) controller.enqueue(bytes.slice(end === 20 ? 0 : end === bytes.length ? end - 6 : 20, end));
        controller.close();
      },
    });
    return new Response(body);
  });
  const lines = [];
  await followLines('POST', '/shared/stream', { secret: 'x' }, { take: (line) => lines.push(line) });
  assert.deepEqual(lines, [{ revision: 1 }, { revision: 2, nodes: ['局'] }]);
  assert.deepEqual(asked, [['/api/v1/shared/stream', 'POST', '{"secret":"x"}']]);
});

test('an answer that refuses has no lines', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => new Response('{"code": "no_such_share"}', { status: 404 }));
  await assert.rejects(followLines('GET', '/x', undefined, { take: () => assert.fail() }));
});

test('what the stream tells is taken up at once, and an ended stream is opened again', async () => {
  const { growth, timers, streams, told } = stage();
  growth.start();
  growth.start();
  assert.equal(streams.length, 1, 'one stream at a time');
  assert.equal(growth.isLive, false);
  streams[0].take('whole');
  streams[0].take('change');
  assert.deepEqual([told, growth.isLive], [['whole', 'change'], true]);
  streams[0].end();
  await settled();
  assert.equal(growth.isLive, false);
  timers.advance(999);
  await settled();
  assert.equal(streams.length, 1);
  timers.advance(1);
  await settled();
  assert.equal(streams.length, 2);
});

test('each time in vain the pause is longer, until something is told again', async () => {
  const { growth, timers, streams } = stage();
  growth.start();
  const pauses = [];
  for (let i = 0; i < 7; i += 1) {
    streams.at(-1).fail();
    await settled();
    const before = timers.now;
    const { length } = streams;
    while (streams.length === length) {
      timers.advance(1_000);
      await settled();
    }
    pauses.push(timers.now - before);
    if (i === 5) streams.at(-1).take('whole');
  }
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 1_000]);
});

test('nobody looks: the stream ends, nothing is asked, and whoever looks again is told at once', async () => {
  const { growth, timers, streams, told } = stage();
  growth.start();
  growth.stop();
  assert.ok(streams[0].signal.aborted);
  streams[0].fail();
  streams[0].take('late');
  await settled();
  timers.advance(60_000);
  await settled();
  assert.deepEqual([streams.length, told], [1, []]);
  growth.start();
  assert.equal(streams.length, 2);
  // Also while it waits for the next stream.
  streams[1].fail();
  await settled();
  growth.stop();
  growth.start();
  assert.equal(streams.length, 3);
});
