// The processes of docker-compose.cluster.yml with its settings, run here without containers: names and ports are those of this machine.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { events, playMoves, startGame } from '../browser/api-player.js';
import { eventually } from '../browser/eventually.js';
import { PostgresCluster } from '../browser/postgres-cluster.js';
import { RunningServer } from '../browser/running-server.js';
import { haproxyWords } from './haproxy.mjs';
import { cluster, ROOT } from './project.mjs';
import { Serving } from './serving.mjs';

const NAMES = ['tengen1', 'tengen2', 'tengen3'];
const PASSWORD = 'secret';
const { proxy, nats, ...services } = cluster.services;

let postgres;
let bus;
let haproxy;
let servers = [];
let door;
const directory = mkdtempSync(join(tmpdir(), 'tengen-cluster-'));

const isReady = async (url) => (await fetch(`${url}/readyz`).catch(() => null))?.ok === true;

/** NATS with the words of its container. */
function startNats() {
  return Serving.start('nats-server', (port, monitor) => {
    const words = nats.command.map((word) => word.replace(/^\$\{NATS_PASSWORD.*\}$/, PASSWORD).replace('8222', String(monitor)));
    const health = nats.healthcheck.test.at(-1).replace('8222', String(monitor));
    return {
      words: [...words, '--addr', '127.0.0.1', '--port', String(port)],
      isServing: async () => (await fetch(health).catch(() => null))?.ok === true,
    };
  });
}

/** The variables of a server's container, with the places of this machine in the place of names. */
function variables(service, natsPort) {
  const { host } = new URL(postgres.url);
  const here = Object.entries(service.environment).filter(([, value]) => value !== null).map(([name, value]) => [
    name,
    String(value)
      .replace(/\$\{[A-Z]+_PASSWORD\}/, PASSWORD)
      .replace('@postgres:5432/', `@${host}/`)
      .replace('@nats:4222', `@127.0.0.1:${natsPort}`)
      .replace(proxy.networks.front.ipv4_address, '127.0.0.1'),
  ]);
  return Object.fromEntries(here);
}

/** HAProxy with the file of its container, in front of these servers. */
function startProxy() {
  const source = readFileSync(join(ROOT, proxy.volumes[0].split(':')[0]), 'utf8');
  const file = join(directory, 'haproxy.cfg');
  return Serving.start('haproxy', (port, health) => {
    const text = NAMES.reduce(
      (rest, name, index) => rest.replace(`${name}:8080`, `127.0.0.1:${servers[index].port}`),
      source
        .replace('bind :8080', `bind 127.0.0.1:${port}`)
        .replace('127.0.0.1:8090', `127.0.0.1:${health}`)
        .replace(' resolvers docker init-addr none', ''),
    );
    writeFileSync(file, text);
    door = { url: `http://127.0.0.1:${port}` };
    return { words: haproxyWords(file), isServing: () => isReady(door.url) };
  });
}

before(async () => {
  postgres = await PostgresCluster.start();
  bus = await startNats();
  const [natsPort] = bus.ports;
  for (const name of NAMES) {
    servers.push(await RunningServer.start({ command: ['serve'], settings: variables(services[name], natsPort) }));
  }
  haproxy = await startProxy();
});

after(async () => {
  await haproxy?.end();
  for (const server of servers) await server.remove();
  await bus?.end();
  await postgres?.remove();
  rmSync(directory, { recursive: true });
});

test('every server hears the others, and each tells of a game that was played through the proxy', async () => {
  for (const server of servers) {
    await eventually(async () => {
      const answer = await fetch(`${server.url}/readyz`);
      assert.deepEqual([answer.status, await answer.json()], [200, { status: 'ok' }]);
    });
  }
  const game = await startGame(door, { board: { width: 9, height: 9 } });
  await playMoves(game, ['E5', 'C3', 'G7', 'pass']);
  const moves = (log) => log.map((event) => event.move ?? event.type);
  const log = moves(await events(door, game.id));
  assert.deepEqual(log, ['joined', 'E5', 'C3', 'G7', 'passed']);
  for (const server of servers) assert.deepEqual(moves(await events(server, game.id)), log);
});

test('a server that is stopped drains, and the others go on behind the proxy', async () => {
  const [first, ...others] = servers;
  const stopped = first.stop();
  await eventually(() => assert.match(first.log, /the server drains.*10/));
  assert.equal(await stopped, 0);
  servers = others;
  const game = await startGame(door, { board: { width: 9, height: 9 } });
  await playMoves(game, ['E5']);
  assert.equal((await events(others[0], game.id)).length, 2);
  await first.remove();
});
