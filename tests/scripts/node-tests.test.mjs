import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { nodeCommand, nodeTests } from '../../scripts/testing/node-tests.mjs';
import { RunRecord } from '../../scripts/testing/run-record.mjs';
import { Run } from '../../scripts/testing/run.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
let target;
beforeEach(() => {
  target = mkdtempSync(join(tmpdir(), 'tengen-node-tests-'));
  mock.method(console, 'log', () => {});
});
afterEach(() => {
  mock.restoreAll();
  rmSync(target, { recursive: true });
});

function file(name, ...lines) {
  writeFileSync(join(target, name), ["import { test } from 'node:test';", ...lines, ''].join('\n'));
  return join(target, name);
}

/** A run of these test files, as it is kept. */
async function run(...files) {
  // Node runs no tests from within a test, unless it does not know that it is one.
  const env = { NODE_TEST_CONTEXT: undefined };
  const step = (command) => ({ title: 'a step', programs: [], lane: 'front', commands: (place) => [command(place)] });
  // The output of a step that is the only one would be shown, and read as that of these tests.
  const steps = { tests: step((place) => nodeCommand(place, files, { env })), other: step(() => ({ words: ['true'] })) };
  const ok = await new Run({ root, target }, new RunRecord(target), steps, { asked: 'a test', whole: true, secondTries: true }).all();
  const { passed, failed, failures } = JSON.parse(readFileSync(join(target, 'test-run.json'), 'utf8'));
  return { ok, passed, failed, because: failures.map(({ because }) => because) };
}

test('tests of node that pass are counted', async () => {
  const files = [file('one.test.mjs', "test('a', () => {});", "test('b', () => {});"), file('two.test.mjs', "test('c', () => {});")];
  assert.deepEqual(await run(...files), { ok: true, passed: 3, failed: 0, because: [] });
});

test('a test of node that is skipped or to be done fails the run, though node ends well', async () => {
  for (const manner of ['skip', 'todo']) {
    const one = file('one.test.mjs', "test('a', () => {});", `test('b', { ${manner}: true }, () => {});`);
    assert.deepEqual(await run(one), { ok: false, passed: 1, failed: 1, because: ['1 failed'] }, manner);
  }
});

test('the second try of a file is counted as the first is', () => {
  const command = nodeTests({ root }, 'tests/scripts');
  assert.ok(command.words.includes('tests/scripts/node-tests.test.mjs'));
  const again = command.again('tests/scripts/run.test.mjs');
  assert.deepEqual([again.words.at(-1), again.reads, command.reads], ['tests/scripts/run.test.mjs', 'node', 'node']);
});
