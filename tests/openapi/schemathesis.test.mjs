// A reader of the interface's description may send requests that it allows and requests that it forbids. A real
// server on each database gets more than a thousand of both kinds, and chains of them; on SQLite, and in the long run
// on both, thousands follow from the description one by one besides. By default they are the same in every run. No
// answer may be undocumented, unlike its shape, or an error of the server.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { PostgresCluster } from '../browser/postgres-cluster.js';
import { RunningServer } from '../browser/running-server.js';
import { isLong, seedOfRun, times } from '../dice.mjs';

// Requests that follow from the description one by one: each field left out, too long, of another type. They are
// more than half of all.
const COVERAGE = 'coverage';
const OTHERS = 'examples,fuzzing,stateful';
const LEAST_OF_COVERAGE = 6_000;
const LEAST_OF_OTHERS = 1_000;
// The most requests made at random for each operation; some operations have fewer different ones.
const CASES_OF_AN_OPERATION = 12 * times;
const SEED = seedOfRun(7);
const PATIENCE_MS = 15 * 60_000 * times;

const here = dirname(fileURLToPath(import.meta.url));
const program = process.env.SCHEMATHESIS;
const reports = mkdtempSync(join(tmpdir(), 'tengen-openapi-'));
after(() => rmSync(reports, { recursive: true }));

async function guest(server) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/v1/guests`, { method: 'POST', headers, body: '{"name": "Fuzzer"}' });
  return (await answer.json()).token;
}

/** Both databases are at work at the same time: what is said about each goes into a file of its own, and is shown whole. */
function run(server, description, token, phases, report, log) {
  const args = [
    '--config-file', join(here, 'schemathesis.toml'),
    'run', description, '--url', server.url,
    '--header', `Authorization: Bearer ${token}`,
    '--phases', phases, '--continue-on-failure',
    '--max-examples', String(CASES_OF_AN_OPERATION), '--seed', String(SEED), '--request-timeout', '20', '--generation-database', 'none',
    '--suppress-health-check', 'all', '--warnings', 'off', '--no-color', '--report-json-path', report,
  ];
  const environment = { ...process.env, PYTHONPATH: here, SCHEMATHESIS_HOOKS: 'hooks', PYTHONDONTWRITEBYTECODE: '1' };
  const written = openSync(log, 'w');
  const child = spawn(program, args, { cwd: reports, env: environment, stdio: ['ignore', written, written], timeout: PATIENCE_MS });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? signal));
  }).finally(() => {
    closeSync(written);
    console.log(readFileSync(log, 'utf8'));
  });
}

async function fuzz(server, name, { coverage }) {
  const report = join(reports, `${name}.json`);
  // The fuzzer itself would read the description for ten seconds at most, and a server on a busy machine takes longer to write it first.
  const description = join(reports, `${name}-openapi.json`);
  writeFileSync(description, await (await fetch(`${server.url}/api/openapi.json`)).text());
  const phases = coverage ? `${COVERAGE},${OTHERS}` : OTHERS;
  const least = LEAST_OF_OTHERS + (coverage ? LEAST_OF_COVERAGE : 0);
  const ended = await run(server, description, await guest(server), phases, report, join(reports, `${name}.log`));
  assert.notEqual(ended, 'SIGTERM', `the fuzzer was not done in ${PATIENCE_MS / 60_000} minutes: the machine is busy, or CASES_OF_AN_OPERATION is too high`);
  const { generated } = JSON.parse(readFileSync(report, 'utf8')).test_cases;
  console.log(`${name}: ${generated} cases`);
  assert.equal(ended, 0, 'the fuzzer has findings, above');
  assert.ok(generated >= least, `only ${generated} cases`);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
}

describe('the interface is as it is described', { concurrency: 2 }, () => {
  test('SQLite', async () => {
    assert.ok(program, 'SCHEMATHESIS names no program: use scripts/test --only openapi');
    const server = await RunningServer.start();
    try {
      await fuzz(server, 'sqlite', { coverage: true });
    } finally {
      await server.stop();
    }
  });

  test('Postgres', async () => {
    assert.ok(program, 'SCHEMATHESIS names no program: use scripts/test --only openapi');
    const cluster = await PostgresCluster.start();
    const server = await RunningServer.start({ databaseUrl: cluster.url });
    try {
      // Most of what they cover does not fit the description, and never comes as far as a database: SQLite's run has it each time.
      await fuzz(server, 'postgres', { coverage: isLong });
    } finally {
      await server.stop();
      await cluster.remove();
    }
  });
});
