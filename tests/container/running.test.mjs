// The work of the image, done here: the server is started by variables alone and asked for its health.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { freePort, serverProgram } from '../browser/running-server.js';
import { eventually } from '../browser/eventually.js';
import { execForm } from './dockerfile.mjs';
import { dockerfile } from './project.mjs';

const last = (name) => execForm(dockerfile.filter((instruction) => instruction.name === name).at(-1).text);

test('the image\'s command serves, and its health check tells a healthy server from none', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tengen-image-'));
  const port = await freePort();
  const { PATH } = process.env;
  const env = { PATH, TENGEN_DATA_DIR: dataDir, TENGEN_LISTEN: `127.0.0.1:${port}` };
  const health = (listen) => spawnSync(serverProgram(), last('HEALTHCHECK').slice(1), {
    env: { ...env, TENGEN_LISTEN: listen },
    encoding: 'utf8',
  });
  assert.notEqual(health(env.TENGEN_LISTEN).status, 0, 'no server is there yet');
  const [, ...words] = [...last('ENTRYPOINT'), ...last('CMD')];
  const server = spawn(serverProgram(), words, { env, stdio: 'ignore' });
  try {
    await eventually(() => assert.equal(health(env.TENGEN_LISTEN).status, 0));
    assert.equal(health(`0.0.0.0:${port}`).status, 0, 'in the image it listens everywhere');
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    assert.equal(await ended, 0, 'docker stop ends it in good order');
    assert.notEqual(health(env.TENGEN_LISTEN).status, 0);
  } finally {
    server.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  }
});
