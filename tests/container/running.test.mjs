// The work of the image, done here: the server is started by variables alone and asked for its health.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { RunningServer, serverProgram } from '../browser/running-server.js';
import { execForm } from './dockerfile.mjs';
import { dockerfile } from './project.mjs';

/** The system gives this port to nobody. */
const NOBODY = '127.0.0.1:1';

const last = (name) => execForm(dockerfile.filter((instruction) => instruction.name === name).at(-1).text);

test('the image\'s command serves, and its health check tells a healthy server from none', async () => {
  const { PATH } = process.env;
  const health = (listen) => spawnSync(serverProgram(), last('HEALTHCHECK').slice(1), {
    env: { PATH, TENGEN_LISTEN: listen },
    encoding: 'utf8',
  }).status;
  assert.notEqual(health(NOBODY), 0, 'no server is there');
  const [, ...command] = [...last('ENTRYPOINT'), ...last('CMD')];
  const server = await RunningServer.start({ command });
  try {
    const { TENGEN_LISTEN: listen } = server.variables;
    assert.equal(health(listen), 0);
    assert.equal(health(`0.0.0.0:${server.port}`), 0, 'in the image it listens everywhere');
    assert.equal(await server.stop(), 0, 'docker stop ends it in good order');
    assert.notEqual(health(listen), 0);
  } finally {
    await server.remove();
  }
});
