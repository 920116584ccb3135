// A Postgres of its own for a server that is attacked, which goes with it.

import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ADDRESS = '127.0.0.1';
const PATIENCE = 60_000;
const READY = 'ready to accept connections';
const here = dirname(fileURLToPath(import.meta.url));

export class Postgres {
  #programs;
  #folder;
  #user;
  #child;
  #port;
  #log = '';

  // The server's programs are in this folder, and the cluster is made in the other one.
  static async start(programs, folder, pinned) {
    const postgres = new Postgres();
    postgres.#programs = programs;
    postgres.#folder = join(folder, 'postgres');
    mkdirSync(postgres.#folder);
    // Postgres refuses to run as root, so root runs it as the user that the package made.
    if (process.getuid() === 0) {
      const id = (kind) => Number(execFileSync('id', [kind, 'postgres']));
      postgres.#user = { uid: id('-u'), gid: id('-g') };
      execFileSync('chmod', ['711', folder]);
      chownSync(postgres.#folder, postgres.#user.uid, postgres.#user.gid);
    }
    const data = join(postgres.#folder, 'data');
    const options = { cwd: postgres.#folder, ...postgres.#user };
    execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'tengen', '-A', 'trust', '-E', 'UTF8', '--locale=C'], { ...options, stdio: 'ignore' });
    postgres.#port = await freePort();
    // Nothing tidies up behind the games that were copied, which would count as the stranger's. Everything else is as it comes: fsync above all.
    const settings = ['autovacuum=off', `listen_addresses=${ADDRESS}`, 'unix_socket_directories=', `port=${postgres.#port}`];
    const command = pinned([join(programs, 'postgres'), '-D', data, ...settings.flatMap((setting) => ['-c', setting])]);
    postgres.#child = spawn(command[0], command.slice(1), { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    postgres.#child.stderr.on('data', (said) => { postgres.#log += said; });
    for (const began = performance.now(); !postgres.#log.includes(READY);) {
      if (postgres.#child.exitCode !== null || performance.now() - began > PATIENCE) {
        await postgres.stop();
        throw new Error(`no Postgres: ${postgres.#log}`);
      }
      await pause(50);
    }
    return postgres;
  }

  get url() {
    return `postgres://tengen@${ADDRESS}:${this.#port}/postgres`;
  }

  // Copies a game while no server is at work: see copies.py.
  fill(id, { first, last, indexed }) {
    const values = { game: id, first, last, indexed };
    const given = Object.entries(values).flatMap(([name, value]) => ['-v', `${name}=${value}`]);
    const file = join(here, 'copies.sql');
    execFileSync(join(this.#programs, 'psql'), ['-q', '-X', '-v', 'ON_ERROR_STOP=1', ...given, '-f', file, this.url], { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  // In seconds of one core, of all its processes, those included that have ended.
  processor(ticksASecond) {
    const own = times(this.#child.pid);
    let ticks = own.used + own.ofEnded;
    for (const name of readdirSync('/proc')) {
      const process = /^\d+$/.test(name) ? times(name) : null;
      if (process?.parent === this.#child.pid) ticks += process.used;
    }
    return ticks / ticksASecond;
  }

  async stop() {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const exit = new Promise((resolve) => { this.#child.once('exit', resolve); });
      this.#child.kill('SIGINT');
      await exit;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

// A port that nobody has now.
function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, ADDRESS, () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

// What a process and its ended children have used, in ticks; null if it is gone.
function times(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
    return { parent: fields[1], used: fields[11] + fields[12], ofEnded: fields[13] + fields[14] };
  } catch {
    return null;
  }
}
