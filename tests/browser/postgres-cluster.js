// A private Postgres cluster for one test, on a loopback port, in a directory that goes with it.

import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { freePort } from './free-port.js';
import { pause } from './pause.js';

const DEBIAN_VERSIONS = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 30_000;

/** The directory with initdb and postgres: on the PATH, or where Debian hides the newest. */
function programs() {
  const debian = existsSync(DEBIAN_VERSIONS)
    ? readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a)).map((v) => join(DEBIAN_VERSIONS, v, 'bin'))
    : [];
  const places = [...debian, ...process.env.PATH.split(delimiter)];
  const found = places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres')));
  if (!found) throw new Error('Postgres is missing: apt-get install postgresql');
  return found;
}

/** Postgres refuses to run as root, so root runs it as the user that the package made. */
function unprivileged() {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const running = new Set();
process.on('exit', () => {
  for (const cluster of running) cluster.abandon();
});

export class PostgresCluster {
  #process;
  #directory;
  #launch;

  static async start() {
    const cluster = new PostgresCluster();
    const place = programs();
    const user = unprivileged();
    const directory = mkdtempSync(join(tmpdir(), 'tengen-postgres-'));
    if (user.uid !== undefined) chownSync(directory, user.uid, user.gid);
    const options = { ...user, cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
    const data = join(directory, 'data');
    execFileSync(
      join(place, 'initdb'),
      ['-D', data, '-U', 'tengen', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      options,
    );
    cluster.#directory = directory;
    running.add(cluster);
    const deadline = Date.now() + START_TIMEOUT_MS;
    let client = null;
    while (!client) {
      const port = await freePort();
      const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: directory, fsync: 'off', port };
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      cluster.#launch = () => spawn(join(place, 'postgres'), ['-D', data, ...args], { ...options, stdio: 'ignore' });
      cluster.#process = cluster.#launch();
      // Its socket is in its own directory: behind the port may be another's cluster.
      const words = ['-h', directory, '-p', String(port), '-U', 'tengen'];
      // It ends at once if somebody else has taken the port.
      while (!client && cluster.#process.exitCode === null) {
        try {
          execFileSync(join(place, 'createdb'), [...words, 'tengen'], options);
          client = words;
        } catch (error) {
          if (Date.now() > deadline) throw error;
          await pause(100, 'between two tries whether Postgres answers');
        }
      }
      cluster.url = `postgres://tengen@127.0.0.1:${port}/tengen`;
    }
    cluster.query = (sql) =>
      execFileSync(join(place, 'psql'), [...client, '-d', 'tengen', '-Atc', sql], options).trim();
    return cluster;
  }

  /** The database goes away, with its connections; its data stay. */
  async stop() {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGINT');
      await ended;
    }
  }

  /** The database comes back after `stop`. */
  restart() {
    this.#process = this.#launch();
  }

  async remove() {
    running.delete(this);
    await this.stop();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** The test process is leaving without having tidied up. */
  abandon() {
    this.#process.kill('SIGQUIT');
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
