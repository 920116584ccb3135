// Clients made from the interface's description play whole games at a real server, each in its own language; and those who check
// descriptions find nothing in it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { RunningServer } from '../browser/running-server.js';

const PATIENCE_MS = 5 * 60_000;

const here = dirname(fileURLToPath(import.meta.url));
const program = (name) => join(here, 'node_modules/.bin', name);
// The fuzzer's folder has the other programs in Python, too.
const python = (name) => {
  assert.ok(process.env.SCHEMATHESIS, 'SCHEMATHESIS names no program: use scripts/test --only openapi');
  return join(dirname(process.env.SCHEMATHESIS), name);
};
const folder = mkdtempSync(join(tmpdir(), 'tengen-clients-'));
const description = join(folder, 'openapi.json');
let server;
let operations;

before(async () => {
  server = await RunningServer.start();
  const text = await (await fetch(`${server.url}/api/openapi.json`)).text();
  writeFileSync(description, text);
  operations = Object.values(JSON.parse(text).paths).flatMap((path) => Object.values(path)).map(({ operationId }) => operationId);
});

after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

/** What a program says. Where it fails the error has that, too. */
async function run(command, args, env = {}) {
  const options = { cwd: folder, env: { ...process.env, ...env }, timeout: PATIENCE_MS, maxBuffer: 1 << 26 };
  const { stdout } = await promisify(execFile)(command, args, options).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}`);
  });
  return stdout;
}

test('a client by openapi-python-client plays a game', async () => {
  const made = join(folder, 'tengen_client');
  await run(python('openapi-python-client'), [
    'generate', '--path', description, '--config', join(here, 'clients/python.yaml'), '--meta', 'none', '--output-path', made,
  ]);
  // An operation that can't be read would be left out with a word.
  const modules = readdirSync(join(made, 'api'), { recursive: true }).filter((name) => /[^_]\.py$/.test(name));
  assert.equal(modules.length, operations.length);
  await run(python('python'), [join(here, 'clients/game.py'), server.url], { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' });
});

test('a client by openapi-typescript plays a game', async () => {
  const made = join(folder, 'typescript');
  cpSync(join(here, 'clients'), made, { recursive: true });
  symlinkSync(join(here, 'node_modules'), join(made, 'node_modules'));
  writeFileSync(join(made, 'package.json'), '{"type": "module"}');
  await run(program('openapi-typescript'), [description, '--output', join(made, 'tengen.d.ts'), '--default-non-nullable=false']);
  await run(program('tsc'), ['--project', made]);
  await run('node', [join(made, 'game.js'), server.url]);
});

test('openapi-spec-validator finds nothing', async () => {
  await run(python('openapi-spec-validator'), [description]);
});

test('redocly finds nothing', async () => {
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const found = JSON.parse(await run(program('redocly'), ['lint', description, '--format=json'], quiet));
  assert.deepEqual(found.problems, []);
});
