// Requests that the server does later.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { Problem } from '../../static/net/problem.js';
import { getGroups, getTask, getTasks } from '../../static/net/groups.js';
import { getResults } from '../../static/net/people.js';
import { patiently } from '../../static/net/patience.js';

const later = (retry_after_ms) => new Problem({ code: 'too_many_requests', params: { retry_after_ms } });

/** What comes of a request that is refused so, one refusal after the other, and how long it waited. */
async function outcome(refusals, longest) {
  const waits = [];
  const ask = () => (refusals.length > 0 ? Promise.reject(refusals.shift()) : Promise.resolve('done'));
  const asked = patiently(ask, { longest, pause: async (time) => waits.push(Math.floor(time / 1000)) });
  return [await asked.catch(({ code }) => code), waits];
}

test('whoever is told to come later does so', async () => {
  assert.deepEqual(await outcome([]), ['done', []]);
  const [done, waits] = await outcome([later(2000), later(7000)]);
  assert.equal(done, 'done');
  // Up to a second later, so that not all come at once.
  assert.ok(waits[0] >= 2 && waits[0] <= 3 && waits[1] >= 7 && waits[1] <= 8, String(waits));
});

test('nobody waits for ever, or for what waiting does not change', async () => {
  assert.deepEqual(await outcome([later(70_000)]), ['too_many_requests', []]);
  assert.deepEqual((await outcome([later(6000), later(6000)], 10_000))[0], 'too_many_requests');
  assert.deepEqual(await outcome([new Problem({ code: 'too_many_requests' })]), ['too_many_requests', []]);
  assert.deepEqual(await outcome([new Problem({ code: 'no_such_record' })]), ['no_such_record', []]);
});

test('lists that a class opens at once come one after the other', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  for (const get of [() => getGroups(), () => getResults('ann'), () => getTasks('class'), () => getTask('class', 'task')]) {
    const refusal = { code: 'too_many_requests', params: { retry_after_ms: 4000 } };
    const answers = [new Response(JSON.stringify(refusal), { status: 429 }), new Response('{"next":null}')];
    const { mock } = context.mock.method(globalThis, 'fetch', async () => answers.shift());
    const asking = get();
    // The answer is read in some steps.
    while (answers.length > 0) {
      await new Promise(setImmediate);
      context.mock.timers.tick(5000);
    }
    assert.deepEqual(await asking, { next: null });
    assert.equal(mock.callCount(), 2);
    mock.restore();
  }
});
