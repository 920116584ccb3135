import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';

import { RunRecord, told } from '../../scripts/testing/run-record.mjs';

let folder;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'tengen-record-')); });
afterEach(() => rmSync(folder, { recursive: true }));

const run = (asked, began = '2026-01-01T00:00:00.000Z') => ({
  asked, commit: '0123456789abcdef', clean: true, began, seconds: 9, passed: 3, failed: 1,
  steps: [{ name: 'tests', seconds: 8, processor: 12, passed: 3, failed: 1 }],
  failures: [{ step: 'tests', name: 'server api a::b', because: '1 failed' }], flaky: [],
});

test('how long a step takes here is kept', () => {
  assert.equal(new RunRecord(folder).lastSeconds('tests'), null);
  new RunRecord(folder).keepSeconds('tests', 12.4);
  assert.equal(new RunRecord(folder).lastSeconds('tests'), 12);
});

test('a run of some steps leaves the last whole run in its file', () => {
  const record = new RunRecord(folder);
  record.keepRun(run('everything'), true);
  record.keepRun(run('--only tests', '2026-01-01T00:01:00.000Z'), false);
  assert.equal(new RunRecord(folder).lastRun().asked, '--only tests');
  record.keepRun(run('everything', '2026-01-01T00:02:00.000Z'), true);
  assert.equal(new RunRecord(folder).lastRun().asked, 'everything');
});

test('a long part keeps its own result', () => {
  const record = new RunRecord(folder);
  record.keepLong('bots', run('--long bots'));
  assert.deepEqual(record.lastLong(['bots', 'faults']).map(([part, long]) => [part, long?.asked]), [['bots', '--long bots'], ['faults', undefined]]);
  assert.equal(record.lastRun(), null);
});

test('a test that was flaky once is remembered with its commit', () => {
  new RunRecord(folder).keepFlaky('server api a::b', 'abc');
  assert.deepEqual(new RunRecord(folder).flaky, { 'server api a::b': 'abc' });
});

test('a run is told with each step, each failure and the sums', () => {
  assert.deepEqual(told(run('everything')), [
    'everything at 0123456789, begun 2026-01-01T00:00:00.000Z, 9 s',
    'tests              8 s     12 s of processor  3 passed, 1 failed',
    'FAILED tests: server api a::b',
    '3 passed, 1 failed',
  ]);
});
