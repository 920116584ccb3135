import assert from 'node:assert/strict';
import { test } from 'node:test';

import { environment } from './dockerfile.mjs';
import { compose, composeText, dockerfile, help } from './project.mjs';

const { postgres, tengen } = compose.services;
const image = Object.assign({}, ...dockerfile.filter(({ name }) => name === 'ENV').map(({ text }) => environment(text)));

test('two services, each with a health check, a restart policy and a volume of its own', () => {
  assert.deepEqual(Object.keys(compose.services).sort(), ['postgres', 'tengen']);
  const used = [];
  for (const [name, service] of Object.entries(compose.services)) {
    assert.ok(Array.isArray(service.healthcheck.test), `${name}: health check`);
    assert.equal(service.healthcheck.test[0], 'CMD');
    for (const field of ['interval', 'timeout', 'retries']) assert.ok(service.healthcheck[field], `${name}: ${field}`);
    assert.equal(service.restart, 'unless-stopped');
    assert.equal(service.volumes.length, 1, `${name}: one volume`);
    used.push(service.volumes[0].split(':')[0]);
  }
  assert.deepEqual(used.sort(), Object.keys(compose.volumes).sort());
});

test('the server waits for a healthy database', () => {
  assert.equal(tengen.depends_on.postgres.condition, 'service_healthy');
  assert.equal(postgres.healthcheck.test[1], 'pg_isready');
});

test('every variable and option is the server\'s own', () => {
  const known = help('serve');
  for (const name of Object.keys(tengen.environment)) assert.ok(known.variables.has(name), `tengen serve does not know ${name}`);
  for (const word of tengen.command ?? []) {
    if (word.startsWith('--')) assert.ok(known.options.has(word.split('=')[0]), word);
  }
});

test('every option of the server can be set', () => {
  // What ports, volume and health check go by is the image's.
  const fixed = Object.keys(image);
  const expected = [...help('serve').variables].filter((name) => !fixed.includes(name));
  assert.deepEqual(Object.keys(tengen.environment).sort(), expected.sort());
  const written = Object.keys(tengen.environment).filter((name) => tengen.environment[name] !== null);
  assert.deepEqual(written, ['DATABASE_URL'], 'all others come from the environment');
});

test('the health check is the server\'s own', () => {
  const [, program, subcommand, ...rest] = tengen.healthcheck.test;
  assert.deepEqual([program, ...rest], ['tengen']);
  help(subcommand);
});

test('the server speaks to the database that is there', () => {
  const url = new URL(tengen.environment.DATABASE_URL.replace(/\$\{[^}]*\}/, 'secret'));
  assert.equal(url.protocol, 'postgres:');
  assert.equal(url.hostname, 'postgres');
  assert.equal(url.port, '5432');
  assert.equal(url.username, postgres.environment.POSTGRES_USER);
  assert.equal(url.pathname, `/${postgres.environment.POSTGRES_DB}`);
  assert.match(tengen.environment.DATABASE_URL, /:\$\{POSTGRES_PASSWORD\}@/);
});

test('no password has a default', () => {
  assert.match(postgres.environment.POSTGRES_PASSWORD, /^\$\{POSTGRES_PASSWORD:\?/);
  const defaults = [...composeText.matchAll(/\$\{([A-Z_]+):-/g)].map((match) => match[1]);
  assert.deepEqual(defaults, ['TENGEN_ADDRESS', 'TENGEN_PORT']);
});

test('the port and the volume are those of the image', () => {
  const port = image.TENGEN_LISTEN.split(':').at(-1);
  assert.deepEqual(tengen.ports.map((mapping) => mapping.split(':').at(-1)), [port]);
  assert.equal(tengen.volumes[0].split(':')[1], image.TENGEN_DATA_DIR);
  assert.equal(postgres.ports, undefined, 'the database is not for the outside');
});

test('no service can write but where it must, nor gain rights', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.equal(service.cap_add, undefined, name);
    assert.ok(service.security_opt.includes('no-new-privileges:true'), name);
    assert.ok(service.tmpfs.includes('/tmp'), name);
  }
  // The server's image has a user of its own; that of Postgres begins as root unless told otherwise.
  assert.equal(postgres.user, 'postgres');
  assert.ok(postgres.tmpfs.includes('/var/run/postgresql'), 'its socket');
});

test('no service takes all memory, processes or files of the machine', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    assert.match(service.mem_limit, /^[0-9]+[mg]$/, name);
    assert.equal(service.memswap_limit, service.mem_limit, `${name} does not go on in swap`);
    assert.ok(service.pids_limit > 0, name);
    assert.ok(service.ulimits.nofile > 0, name);
  }
});

test('only the machine itself reaches the server, unless an address is set', () => {
  assert.deepEqual(tengen.ports, ['${TENGEN_ADDRESS:-127.0.0.1}:${TENGEN_PORT:-8080}:8080']);
});
