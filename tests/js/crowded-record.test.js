// A record that many open at once.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { getRecord } from '../../static/net/records.js';

const RECORD = { id: '3b6n8v1m4k7j2h5g' };
const crowded = (pause) => [429, { code: 'too_many_requests', status: 429, params: { retry_after_ms: pause } }];

/** Answers requests one after the other, the last answer again and again; pauses are noted and over at once. */
function server(t, answers) {
  const seen = { requests: 0, pauses: [] };
  t.mock.method(globalThis, 'fetch', async () => {
    const [status, content] = answers[Math.min(seen.requests, answers.length - 1)];
    seen.requests += 1;
    return new Response(JSON.stringify(content), { status });
  });
  t.mock.method(globalThis, 'setTimeout', (then, pause) => {
    seen.pauses.push(pause);
    queueMicrotask(then);
  });
  return seen;
}

test('a record that others open at once is asked for again', async (t) => {
  const seen = server(t, [crowded(1000), crowded(700), [200, RECORD]]);
  assert.deepEqual(await getRecord(RECORD.id), RECORD);
  assert.deepEqual(seen, { requests: 3, pauses: [1000, 700] });
});

test('nobody waits for it for long', async (t) => {
  const seen = server(t, [crowded(1000)]);
  await assert.rejects(getRecord(RECORD.id), { code: 'too_many_requests' });
  assert.deepEqual(seen, { requests: 5, pauses: [1000, 1000, 1000, 1000] });
});

for (const [what, answer, code] of [
  ['a long rest', crowded(60_000), 'too_many_requests'],
  ['another refusal', [404, { code: 'no_such_record', status: 404 }], 'no_such_record'],
]) {
  test(`after ${what} it is not asked for again`, async (t) => {
    const seen = server(t, [answer]);
    await assert.rejects(getRecord(RECORD.id), { code });
    assert.deepEqual(seen, { requests: 1, pauses: [] });
  });
}
