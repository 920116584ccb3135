import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { RunRecord } from '../../scripts/testing/run-record.mjs';
import { Run, inTurn } from '../../scripts/testing/run.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PASSED = 'test result: ok. 1 passed; 0 failed;';
const FAILED = 'failures:\n    a::b\n\ntest result: FAILED. 4 passed; 1 failed;';
let target;
let lines;
beforeEach(() => {
  target = mkdtempSync(join(tmpdir(), 'tengen-run-'));
  lines = [];
  mock.method(console, 'log', (line) => lines.push(line));
});
afterEach(() => {
  mock.restoreAll();
  rmSync(target, { recursive: true });
});

const says = (text, status = 0) => ({ words: ['sh', '-c', 'printf "%s\\n" "$0"; exit "$1"', text, String(status)] });
const step = (command, more = {}) => ({ title: 'a step', programs: [], lane: 'front', commands: () => [command].flat(), ...more });
const kept = (name) => JSON.parse(readFileSync(join(target, name), 'utf8'));

async function run(steps, { whole = true, secondTries = true, part } = {}) {
  const record = new RunRecord(target);
  return new Run({ root, target }, record, steps, { asked: 'a test', whole, secondTries, part }).all();
}

test('a run that passes is kept with its counts', async () => {
  assert.equal(await run({ first: step({ ...says(PASSED), reads: 'cargo' }), second: step(says('fine')) }), true);
  const { passed, failed, steps, commit, failures } = kept('test-run.json');
  assert.deepEqual({ passed, failed, failures, names: steps.map(({ name }) => name) }, { passed: 1, failed: 0, failures: [], names: ['first', 'second'] });
  assert.match(commit, /^[0-9a-f]{40}$/);
  assert.equal(lines.at(-1), '1 passed, 0 failed');
});

test('all failures are named, not the first alone', async () => {
  const failing = { ...says(FAILED, 101), reads: 'cargo', name: 'api', again: () => ({ ...says(FAILED, 101), reads: 'cargo' }) };
  assert.equal(await run({ first: step(failing), second: step({ ...says('no', 3), certain: true }), third: step(says('fine')) }), false);
  const { failures, failed } = kept('test-run.json');
  assert.deepEqual(failures.map(({ step: name, name: test }) => `${name} ${test}`).length, 2);
  assert.equal(failures[0].name, 'api a::b');
  assert.equal(failed, 2);
});

test('what passes alone the second time is flaky, and the second time it is, it fails the run', async () => {
  const flaky = { ...says(FAILED, 101), reads: 'cargo', name: 'api', again: () => ({ ...says(PASSED), reads: 'cargo' }) };
  assert.equal(await run({ first: step(flaky) }), true);
  const { passed, failed, flaky: named } = kept('test-run.json');
  assert.deepEqual({ passed, failed, named }, { passed: 5, failed: 0, named: [{ step: 'first', name: 'api a::b' }] });
  const log = readFileSync(join(target, 'test-logs/first.log'), 'utf8');
  assert.ok(log.includes('FAILED. 4 passed') && log.includes('once more, alone: api a::b'), log);
  assert.equal(await run({ first: step(flaky) }), false);
  assert.match(kept('test-run.json').failures[0].because, /^it was flaky before/);
});

test('more than two failures get no second try', async () => {
  const failing = { ...says('failures:\n    a\n    b\n    c\n\ntest result: FAILED. 4 passed; 3 failed;', 101), reads: 'cargo', again: () => ({ ...says(PASSED), reads: 'cargo' }) };
  assert.equal(await run({ first: step(failing) }), false);
  assert.equal(kept('test-run.json').failures.length, 3);
  assert.equal(existsSync(join(target, 'test-flaky.json')), false);
});

test('what a second try could not change gets none', async () => {
  assert.equal(await run({ first: step({ ...says('wrong', 1), certain: true }) }), false);
});

test('a step behind a failed one is not run, and counts as failed', async () => {
  assert.equal(await run({ build: step({ ...says('no', 1), certain: true }), tests: step(says(PASSED), { needs: ['build'] }) }), false);
  assert.deepEqual(kept('test-run.json').steps.map(({ name, failed, because }) => [name, failed, because]), [['build', 1, undefined], ['tests', 1, 'not run, since build failed']]);
});

test('a step whose commands are unknown has failed', async () => {
  const broken = { ...step(says('')), commands: () => { throw new Error('no program'); } };
  assert.equal(await run({ first: broken }), false);
  assert.equal(kept('test-run.json').failures[0].name, 'no program');
});

test('a long part is kept by its name', async () => {
  await run({ first: step({ ...says(PASSED), reads: 'cargo' }) }, { whole: false, part: 'bots' });
  assert.equal(kept('test-long/bots.json').passed, 1);
  assert.equal(existsSync(join(target, 'test-run.json')), false);
});

test('several runs have passed if each of them has, and all are done', async () => {
  for (const [outcomes, expected] of [[[true, true], true], [[false, true], false], [[true, false], false], [[false, false], false], [[], true]]) {
    const done = [];
    const ok = await inTurn(outcomes, async (outcome) => {
      done.push(outcome);
      return outcome;
    });
    assert.deepEqual([ok, done], [expected, outcomes]);
  }
});
