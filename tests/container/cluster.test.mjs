// docker-compose.cluster.yml: several servers, parsed and held against what there is.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { environment } from './dockerfile.mjs';
import { haproxyWords, inContainer } from './haproxy.mjs';
import { cluster, clusterText, compose, dockerfile, help, ROOT } from './project.mjs';
import { Serving } from './serving.mjs';

const { proxy, postgres, nats, ...others } = cluster.services;
const servers = Object.fromEntries(Object.entries(others).filter(([name]) => name.startsWith('tengen')));
const file = (name) => readFileSync(join(ROOT, name), 'utf8');
const image = Object.assign({}, ...dockerfile.filter(({ name }) => name === 'ENV').map(({ text }) => environment(text)));

test('three servers are alike', () => {
  assert.deepEqual(Object.keys(servers), ['tengen1', 'tengen2', 'tengen3']);
  for (const server of Object.values(servers)) assert.deepEqual(server, servers.tengen1);
});

test('every service is bounded, has a health check, and can write but where it must', () => {
  for (const [name, service] of Object.entries(cluster.services)) {
    assert.equal(service.healthcheck.test[0], 'CMD', name);
    for (const field of ['interval', 'timeout', 'retries']) assert.ok(service.healthcheck[field], `${name}: ${field}`);
    assert.equal(service.restart, 'unless-stopped', name);
    assert.equal(service.read_only, true, name);
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.equal(service.cap_add, undefined, name);
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
    assert.ok(service.tmpfs.includes('/tmp'), name);
    assert.match(service.mem_limit, /^[0-9]+[mg]$/, name);
    assert.equal(service.memswap_limit, service.mem_limit, `${name} does not go on in swap`);
    assert.ok(service.pids_limit > 0, name);
    assert.ok(service.ulimits.nofile > 0, name);
    assert.ok(service.stop_grace_period, name);
    // The image of the server names a user itself.
    if (!(name in servers)) assert.ok(service.user && service.user !== 'root', `${name} is not root`);
  }
});

test('the proxy alone is reached from outside, and the database by the servers alone', () => {
  for (const [name, service] of Object.entries(cluster.services)) {
    assert.equal(service.ports === undefined, name !== 'proxy', name);
    const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks);
    const expected = name in servers ? ['front', 'back'] : name === 'proxy' ? ['front'] : ['back'];
    assert.deepEqual(networks, expected, name);
  }
  assert.equal(cluster.networks.back.internal, true);
  assert.deepEqual(proxy.ports, ['${TENGEN_ADDRESS:-127.0.0.1}:${TENGEN_PORT:-8080}:8080']);
});

test('the servers trust the proxy\'s address, which is its own', () => {
  const address = proxy.networks.front.ipv4_address;
  assert.equal(servers.tengen1.environment.TENGEN_TRUSTED_PROXIES, address);
  const [{ subnet }] = cluster.networks.front.ipam.config;
  assert.equal(subnet.replace(/\.0\/24$/, ''), address.replace(/\.\d+$/, ''));
});

test('every variable is the server\'s own, and every option can be set', () => {
  const known = help('serve');
  for (const name of Object.keys(servers.tengen1.environment)) assert.ok(known.variables.has(name), name);
  assert.deepEqual(servers.tengen1.healthcheck.test, ['CMD', 'tengen', 'health']);
  // Each server listens and has its data where the image says, and trusts the proxy by its address.
  const fixed = [...Object.keys(image), 'TENGEN_TRUST_FORWARDED_FOR', 'TENGEN_PROXIES'];
  const expected = [...known.variables].filter((name) => !fixed.includes(name));
  assert.deepEqual(Object.keys(servers.tengen1.environment).sort(), expected.sort());
});

test('the database is that of docker-compose.yml, on a network that nobody else uses', () => {
  const { networks, ...rest } = postgres;
  assert.deepEqual(networks, ['back']);
  assert.deepEqual(rest, compose.services.postgres);
  assert.equal(servers.tengen1.environment.DATABASE_URL, compose.services.tengen.environment.DATABASE_URL);
  assert.equal(servers.tengen1.depends_on.postgres.condition, 'service_healthy');
  assert.deepEqual(Object.keys(cluster.volumes), ['postgres-data']);
});

test('the servers and NATS know the same user, and NATS starts with its options', async () => {
  const url = new URL(servers.tengen1.environment.NATS_URL.replace('${NATS_PASSWORD}', 'secret'));
  const options = Object.fromEntries(
    nats.command.flatMap((word, index) => (word.startsWith('--') ? [[word, nats.command[index + 1]]] : [])),
  );
  assert.deepEqual([url.protocol, url.host, url.username], ['nats:', 'nats:4222', options['--user']]);
  assert.match(options['--pass'], /^\$\{NATS_PASSWORD:\?/);
  const asked = new URL(nats.healthcheck.test.at(-1));
  assert.equal(asked.port, options['--http_port']);
  const serving = await Serving.start('nats-server', (port, monitor) => {
    const words = nats.command.map((word) => word.replace(options['--http_port'], String(monitor)));
    return {
      words: [...words, '--addr', '127.0.0.1', '--port', String(port)],
      isServing: async () => {
        const answer = await fetch(`http://127.0.0.1:${monitor}${asked.pathname}`).catch(() => null);
        return answer?.ok === true;
      },
    };
  });
  await serving.end();
});

test('no password has a default', () => {
  const defaults = [...clusterText.matchAll(/\$\{([A-Z_]+):-/g)].map((match) => match[1]);
  assert.deepEqual(defaults, ['TENGEN_ADDRESS', 'TENGEN_PORT']);
  const asked = [...clusterText.matchAll(/\$\{([A-Z_]+PASSWORD):\?/g)].map((match) => match[1]);
  const used = new Set([...clusterText.matchAll(/\$\{([A-Z_]+PASSWORD)[:}]/g)].map((match) => match[1]));
  assert.deepEqual([...used].sort(), asked.sort(), 'each is asked for');
});

test('a server has nothing of its own', () => {
  for (const server of Object.values(servers)) {
    assert.equal(server.volumes, undefined);
    assert.ok(server.tmpfs.includes(image.TENGEN_DATA_DIR), 'in place of the volume of the image');
  }
});

test('the proxy has the configuration of deploy, for these servers', () => {
  const [mounted] = proxy.volumes;
  const [source, , mode] = mounted.split(':');
  assert.equal(mode, 'ro');
  const configuration = file(source);
  assert.equal(configuration, inContainer(file('deploy/haproxy.cfg')));
  const port = image.TENGEN_LISTEN.split(':').at(-1);
  const led = [...configuration.matchAll(/^ +server (\S+) (\S+)$/gm)].map((match) => [match[1], match[2]]);
  assert.deepEqual(led, Object.keys(servers).map((name) => [name, `${name}:${port}`]));
  assert.deepEqual([...proxy.depends_on].sort(), Object.keys(servers));
  assert.match(configuration, new RegExp(`bind :${proxy.ports[0].split(':').at(-1)}\n`));
});

test('HAProxy takes it, and the container\'s health check tells whether it serves', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tengen-haproxy-'));
  const text = file(proxy.volumes[0].split(':')[0]);
  const configuration = join(directory, 'haproxy.cfg');
  const [, program, ...rest] = proxy.healthcheck.test;
  const asks = (health) => {
    try {
      execFileSync(program, rest.map((word) => word.replace('8090', String(health))), { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const serving = await Serving.start('haproxy', (port, health) => {
    writeFileSync(configuration, text.replace('bind :8080', `bind 127.0.0.1:${port}`).replace('127.0.0.1:8090', `127.0.0.1:${health}`));
    assert.equal(asks(health), false, 'before it listens');
    return { words: haproxyWords(configuration), isServing: () => asks(health) };
  });
  await serving.end();
  assert.equal(asks(serving.ports[1]), false, 'after its end');
  rmSync(directory, { recursive: true });
});
