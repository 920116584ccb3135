import assert from 'node:assert/strict';
import { test } from 'node:test';

import { verdict } from '../../scripts/testing/verdict.mjs';

test('cargo: the programs are added up, and the failures named', () => {
  const log = [
    'running 3 tests',
    'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    'test a::first ... FAILED',
    'failures:',
    '',
    '---- a::first stdout ----',
    'left: 1',
    '',
    'failures:',
    '    a::first',
    '    b::second',
    '',
    'test result: FAILED. 10 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.20s',
    '',
  ].join('\n');
  const expected = { ok: false, passed: 13, failed: 2, failures: ['a::first', 'b::second'], because: '2 failed' };
  assert.deepEqual(verdict('cargo', log, 101), expected);
});

test('cargo: a program that is killed has failed, whatever passed before', () => {
  const log = 'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n';
  const { ok, failed, because } = verdict('cargo', log, 'SIGSEGV');
  assert.deepEqual({ ok, failed, because }, { ok: false, failed: 1, because: 'it ended with SIGSEGV' });
});

test('node: a test that was skipped or cancelled counts as failed', () => {
  const log = ['ℹ tests 9', 'ℹ pass 5', 'ℹ fail 1', 'ℹ cancelled 1', 'ℹ skipped 2', 'ℹ todo 0', ''].join('\n');
  const { ok, passed, failed } = verdict('node', log, 0);
  assert.deepEqual({ ok, passed, failed }, { ok: false, passed: 5, failed: 4 });
});

test('node: failures are files, each named once', () => {
  const failing = ['✖ failing tests:', '', 'test at tests/js/clock.test.js:7:1', '✖ one (3ms)', '', 'test at tests/js/clock.test.js:17:1', '✖ two (1ms)'];
  const log = ['ℹ pass 5', 'ℹ fail 2', '', ...failing, ''].join('\n');
  assert.deepEqual(verdict('node', log, 1).failures, ['tests/js/clock.test.js']);
});

test('GNU Go: games', () => {
  const log = 'GNU Go: 23 games agreed, 1 failed; 2900 moves compared\n';
  const { ok, passed, failed } = verdict('gnugo', log, 1);
  assert.deepEqual({ ok, passed, failed }, { ok: false, passed: 23, failed: 1 });
});

test('silence is no success', () => {
  for (const reader of ['cargo', 'node', 'gnugo']) {
    assert.deepEqual(verdict(reader, '', 0).because, 'it ended well without having run a single test');
  }
});

test('without a reader the status decides', () => {
  assert.equal(verdict(undefined, '', 0).ok, true);
  assert.equal(verdict(undefined, '', 1).ok, false);
});
