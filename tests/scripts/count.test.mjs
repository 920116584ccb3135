import assert from 'node:assert/strict';
import { test } from 'node:test';

import { count } from '../../scripts/testing/count.mjs';

test('cargo: the programs are added up', () => {
  const log = [
    'running 3 tests',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    'test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s',
  ].join('\n');
  assert.deepEqual(count('cargo', log), { passed: 13, failed: 2 });
});

test('node: what was skipped or cancelled counts as failed', () => {
  const log = ['ℹ tests 9', 'ℹ pass 5', 'ℹ fail 1', 'ℹ cancelled 1', 'ℹ skipped 2', 'ℹ todo 0', ''].join('\n');
  assert.deepEqual(count('node', log), { passed: 5, failed: 4 });
});

test('GNU Go: games', () => {
  const log = 'GNU Go: 23 games agreed, 1 failed; 2900 moves compared\n';
  assert.deepEqual(count('gnugo', log), { passed: 23, failed: 1 });
});

test('silence is no success', () => {
  for (const format of ['cargo', 'node', 'gnugo']) assert.deepEqual(count(format, ''), { passed: 0, failed: 0 });
});
