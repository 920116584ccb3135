// A shared tree as it grows: lines of an answer that stays open, and what is done when it ends.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readFileSync } from 'node:fs';
import { FakeStorage, FakeTimers } from './fakes.js';
import { Growth } from '../../static/shared-tree/growth.js';
import { KeptNodes } from '../../static/trying/kept-nodes.js';
import { Problem } from '../../static/net/problem.js';
import { TreeServer } from './tree-server.js';
import { TriedTree } from '../../static/trying/tried-tree.js';
import { followLines } from '../../static/net/lines.js';
import { gridLayout } from '../../static/board/layout.js';
import { device, recordTree } from './tree-device.js';

/** Lets everything happen that waits for nothing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A server whose streams and answers are begun and ended by the test. */
function stage({ take } = {}) {
  const timers = new FakeTimers();
  const [streams, reads, told, over] = [[], [], [], []];
  const growth = new Growth({
    timers, chance: () => 0,
    take: take ?? ((line) => told.push(line)),
    over: (problem) => over.push(problem.code),
    read: () => new Promise((answer, refuse) => {
      reads.push({ answer, refuse });
    }),
    open: ({ signal, take: hear }) => new Promise((resolve, reject) => {
      streams.push({ signal, take: hear, end: resolve, fail: (problem = new Error('away')) => reject(problem) });
    }),
  });
  return { growth, timers, streams, reads, told, over };
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
  await assert.rejects(followLines('GET', '/x', undefined, { take: () => assert.fail() }), { code: 'no_such_share', status: 404 });
  // What stands before the server has words of its own.
  for (const text of ['<h1>Bad gateway</h1>', '{}', 'null']) {
    fetch.mock.mockImplementation(async () => new Response(text, { status: 502 }));
    await assert.rejects(followLines('GET', '/x', undefined, {}), { code: 'internal', status: 502 });
  }
});

/** A tree as the page hangs it, whose ids a test asks for. */
function hungTree() {
  const nodes = new KeptNodes(new TriedTree(gridLayout({ width: 5, height: 5 }), [{ parent: null }]), {});
  return { take: (told) => nodes.take(structuredClone(told)), ids: () => [...nodes.nodes.keys()] };
}

const node = (id, parent, move) => ({ id, ...(parent ? { parent } : { from: { node: 0 } }), move, captured: [], marks: {}, words: '', order: 0 });

/** So often the server looks how far the trees have come that somebody follows, by its own code. Milliseconds. */
const LOOK_PAUSE = Number(/LOOK_PAUSE: Duration = Duration::from_millis\((\d+)\)/.exec(
  readFileSync(new URL('../../crates/actions/src/kit/growing_trees.rs', import.meta.url), 'utf8'))[1]);
/** What is left of a second for the way to the server and from it, and for the database. */
const ON_THE_WAY = 250;
const STEP = 100;

test('what the owner of a tree plays is before the eyes of whoever follows it within a second', async () => {
  const moves = ['A2', 'A3', 'B1', 'B3'];
  // Whenever the server looks, and while move comes after move.
  for (let first = 0; first < LOOK_PAUSE; first += STEP) {
    const server = new TreeServer();
    const desk = await device(server, { storage: new FakeStorage() });
    const nodes = new KeptNodes(recordTree());
    const { growth, streams } = stage({ take: (told) => nodes.take(structuredClone(told)) });
    growth.start();
    streams[0].take({ grows: true, ...server.tree(null) });
    const [played, seen] = [[], []];
    let known = server.revision;
    for (let now = 0; seen.length < moves.length && now < 2_000; now += STEP) {
      if (played.length < moves.length) {
        await desk.plays(moves[played.length]);
        played.push(now);
      }
      // At the worst the server looks just before that is sent which is due at the end of this step.
      const end = now + STEP;
      if (end >= first && (end - first) % LOOK_PAUSE === 0 && server.revision > known) {
        streams[0].take({ grows: true, ...server.tree(known) });
        known = server.revision;
      }
      const drawn = [...nodes.nodes.values()].filter((each) => each.drawn !== undefined).length;
      while (seen.length < drawn) seen.push(end);
      await desk.waits(STEP);
    }
    assert.equal(seen.length, moves.length);
    const times = seen.map((at, index) => at - played[index]);
    assert.ok(Math.max(...times) <= 1_000 - ON_THE_WAY, `${first}: ${times}`);
  }
});

test('an answer that took longer than the stream undoes nothing of it', async () => {
  const tree = hungTree();
  const { growth, streams, reads } = stage({ take: tree.take });
  const whole = { grows: true, revision: 1, nodes: [node('a', null, 'black:A1')] };
  // At the return to the page both are asked, and nothing has been told yet.
  growth.start();
  const looked = growth.look();
  streams[0].take(whole);
  streams[0].take({ grows: true, revision: 2, nodes: [node('b', 'a', 'white:B2')], gone: [] });
  reads[0].answer(whole);
  await looked;
  streams[0].take({ grows: true, revision: 3, nodes: [node('c', 'b', 'black:C3')], gone: [] });
  assert.deepEqual(tree.ids(), ['a', 'b', 'c']);
  // Also if the stream has ended before the answer is there.
  streams[0].end();
  await settled();
  const again = growth.look();
  growth.stop();
  growth.start();
  streams[1].take({ ...whole, revision: 4, nodes: [...whole.nodes, node('d', 'a', 'white:D4')] });
  growth.stop();
  reads[1].answer(whole);
  await again;
  assert.deepEqual(tree.ids(), ['a', 'd']);
});

test('without a stream the whole tree is taken, and with one it is not asked for', async () => {
  const { growth, streams, reads, told } = stage();
  growth.start();
  const looked = growth.look();
  reads[0].answer('whole');
  await looked;
  assert.deepEqual(told, ['whole']);
  streams[0].take('line');
  await growth.look();
  assert.equal(reads.length, 1);
});

test('a tree that is shown no more is asked for no more, and the page says so once', async () => {
  const refusals = [[404, 'no_such_share'], [403, 'not_during_the_game'], [401, 'unauthenticated']].map(([status, code]) => new Problem({ status, code }));
  for (const refusal of refusals) {
    const { growth, timers, streams, reads, told, over } = stage();
    growth.start();
    streams[0].take('whole');
    streams[0].end();
    await settled();
    timers.advance(1_000);
    await settled();
    streams[1].fail(refusal);
    await settled();
    assert.deepEqual([over, timers.waiting.size], [[refusal.code], 0]);
    growth.start();
    await growth.look();
    timers.advance(3_600_000);
    await settled();
    assert.deepEqual([streams.length, reads.length, told, over], [2, 0, ['whole'], [refusal.code]]);
  }
  // A look learns it, too, also while the stream waits for its turn.
  const { growth, timers, streams, reads, over } = stage();
  growth.start();
  const looked = growth.look();
  reads[0].refuse(refusals[0]);
  await looked;
  assert.deepEqual([over, streams[0].signal.aborted], [['no_such_share'], true]);
  streams[0].fail(refusals[0]);
  await settled();
  timers.advance(3_600_000);
  assert.deepEqual([streams.length, over], [1, ['no_such_share']]);
});

test('whatever may go by is asked for again', async () => {
  const { growth, timers, streams, reads, over } = stage();
  growth.start();
  const passing = [[429, 'too_many_requests'], [503, 'unavailable'], [404, 'internal'], [0, 'unreachable']];
  for (const [status, code] of passing) {
    streams.at(-1).fail(new Problem({ status, code }));
    await settled();
    const looked = growth.look();
    reads.at(-1).refuse(new Problem({ status, code }));
    await looked;
    timers.advance(30_000);
    await settled();
  }
  assert.deepEqual([streams.length, over], [passing.length + 1, []]);
});

test('a tree that grows no more has no stream', async () => {
  const { growth, timers, streams, told } = stage();
  growth.start();
  streams[0].take({ grows: true });
  streams[0].take({ grows: false });
  streams[0].end();
  await settled();
  timers.advance(60_000);
  await settled();
  assert.deepEqual([streams.length, streams[0].signal.aborted, told.length], [1, true, 2]);
});

test('a wait that is over leaves nothing behind', async (t) => {
  const { growth, timers, streams } = stage();
  growth.start();
  const { signal } = streams[0];
  let listening = 0;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  t.mock.method(signal, 'addEventListener', (...all) => {
    listening += 1;
    add.apply(signal, all);
  });
  t.mock.method(signal, 'removeEventListener', (...all) => {
    listening -= 1;
    remove.apply(signal, all);
  });
  for (let i = 0; i < 5; i += 1) {
    streams.at(-1).fail();
    await settled();
    assert.equal(listening, 1);
    timers.advance(30_000);
    await settled();
  }
  assert.deepEqual([streams.length, listening], [6, 0]);
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
