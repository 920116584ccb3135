// Requests that make something, and are made again.

import assert from 'node:assert/strict';
import test from 'node:test';
import { madeOnce } from '../../static/net/made-once.js';

/** A maker whose server answers with these, one after the other: a problem's code, or nothing; and the keys that it is told. */
function maker(...answers) {
  const keys = [];
  let made = 0;
  const post = async (body, key) => {
    keys.push(key);
    const code = answers.shift();
    if (code) throw Object.assign(new Error(code), { code });
    return body;
  };
  return { keys, make: madeOnce(post, () => `key-${made += 1}`) };
}

test('what may have been made is asked for with the same key until it is known', async () => {
  const { keys, make } = maker('unreachable', 'request_under_way', 'internal', 'unavailable');
  for (const code of ['unreachable', 'request_under_way', 'internal', 'unavailable']) await assert.rejects(make('a'), { code });
  assert.equal(await make('a'), 'a');
  assert.equal(await make('a'), 'a');
  assert.deepEqual(keys, ['key-1', 'key-1', 'key-1', 'key-1', 'key-1', 'key-2']);
});

test('a refusal, an outcome that nobody will know and another body end a key', async () => {
  const { keys, make } = maker('records_full', 'outcome_unknown', 'unreachable', 'unreachable');
  for (const body of ['a', 'a', 'a', 'b']) await assert.rejects(make(body));
  assert.equal(await make('a'), 'a');
  assert.deepEqual(keys, ['key-1', 'key-2', 'key-3', 'key-4', 'key-5']);
});
