// Stages attacks one after the other, each against a server of its own, and prints what they took.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { fill, play } from './archive.mjs';
import { faults } from './bounds.mjs';
import { connect } from './connection.mjs';
import { Game } from './game.mjs';
import { Postgres } from './postgres.mjs';
import { send } from './rest.mjs';
import { SINGLE } from './single.mjs';

const ATTACKS = [...Object.keys(SINGLE), 'all'];
const TICKS_A_SECOND = 100;
const PATIENCE = 5 * 60_000;
// A certificate that nobody has signed. A signature by RSA takes more of a server than one by an elliptic curve.
const CERTIFICATE = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost',
  '-addext', 'subjectAltName=DNS:localhost'];
const [HONEST, STRANGER, NEWCOMER] = ['127.0.0.1', '127.0.0.66', '127.0.0.99'];
// So many characters of a server's log are shown if it ends.
const LAST_WORDS = 4_000;
// The processes that were told to end.
const expected = new WeakSet();
const here = dirname(fileURLToPath(import.meta.url));
// Attackers have one core, everything else the other. The question comes first: a pinned process sees one core only.
const several = availableParallelism() > 1;
if (several) execFileSync('taskset', ['-a', '-p', '-c', '1', String(process.pid)], { stdio: 'ignore' });
const pinned = (core, command) => (several ? ['taskset', '-c', core, ...command] : command);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bin: { type: 'string' },
    seconds: { type: 'string', default: '20' },
    memory: { type: 'string', default: '64' },
    database: { type: 'string', default: 'sqlite' },
    games: { type: 'string' },
    // Where Postgres has its programs.
    programs: { type: 'string' },
    core: { type: 'string', default: '20' },
    late: { type: 'string', default: '20' },
    untimed: { type: 'boolean', default: false },
  },
});
const millis = Number(values.seconds) * 1_000;
const timed = (bound) => (values.untimed ? Infinity : bound);
const bounds = {
  memory: Number(values.memory) * 1024 * 1024,
  core: timed(Number(values.core) / 100),
  late: timed(Number(values.late)),
  seconds: Number(values.seconds),
};
const rows = [];
for (const name of positionals.length > 0 ? positionals : ATTACKS) {
  if (!ATTACKS.includes(name)) throw new Error(`no attack ${name}: ${ATTACKS.join(', ')}`);
  rows.push(await staged(name));
}
print(rows);
const wrong = rows.flatMap((row) => faults(row, bounds));
for (const why of wrong) console.error(why);
if (wrong.length > 0) process.exitCode = 1;

async function staged(name) {
  const { title, archive, encrypted = false, ready = () => true, getsIn = isAnswered } = await import(`./${name}.mjs`);
  const folder = mkdtempSync(join(tmpdir(), 'tengen-attack-'));
  let [server, attacker, postgres] = [];
  try {
    if (values.database === 'postgres') postgres = await Postgres.start(values.programs, folder, (command) => pinned('1', command));
    if (archive) await prepare(folder, postgres, [archive].flat().map(wished));
    server = await startServer(folder, postgres, ['--limit-loopback', ...(encrypted ? certified(folder) : [])]);
    const [honest, newcomer] = [HONEST, NEWCOMER].map((from) => ({ from, port: server.port, encrypted }));
    const began = performance.now();
    while (!await ready(honest)) {
      if (performance.now() - began > PATIENCE) throw new Error(`${name}: the server is not ready`);
      await pause(1_000);
    }
    // It is made once, for whoever asks first, and takes memory by itself.
    await send(honest, 'GET', '/api/openapi.json');
    const game = await Game.begin(honest);
    const phase = async () => {
      const used = () => processor(server.pid) + (postgres?.processor(TICKS_A_SECOND) ?? 0);
      const [began, at] = [used(), performance.now()];
      const p99 = await game.play(millis);
      const cores = (used() - began) / ((performance.now() - at) / 1_000);
      return { p99, cores, memory: memory(server.pid) };
    };
    const before = await phase();
    attacker = start(pinned('0', ['node', join(here, 'attacker.mjs'), name, STRANGER, server.port]), 'inherit');
    const during = await phase();
    const isIn = await getsIn(newcomer);
    await ended(attacker);
    attacker = null;
    const after = await phase();
    return { name, title, before, during, after, most: memory(server.pid, 'VmHWM'), newcomer: isIn };
  } finally {
    if (attacker) await ended(attacker);
    if (server) await ended(server.child);
    if (postgres) await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

// An archive of as many games as somebody wishes, if any number will do.
function wished(archive) {
  return archive.anyNumber && values.games ? { ...archive, copies: Number(values.games) } : archive;
}

// Games that are there before anybody attacks.
async function prepare(folder, postgres, archives) {
  const server = await startServer(folder, postgres, []);
  try {
    const ids = [];
    for (const archive of archives) ids.push(await play({ from: HONEST, port: server.port }, archive));
    await ended(server.child, 'SIGTERM');
    let behind = 0;
    for (const [number, { copies, indexed = 0 }] of archives.entries()) {
      const places = { first: behind + 1, last: behind + copies, indexed: behind + indexed };
      if (postgres) postgres.fill(ids[number], places);
      else fill(folder, ids[number], places);
      behind += copies;
    }
  } finally {
    await ended(server.child);
  }
}

// The options of a server that encrypts, with files in this folder.
function certified(folder) {
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(folder, name));
  execFileSync('openssl', [...CERTIFICATE, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return ['--tls-certificate-file', certificate, '--tls-key-file', key];
}

function start(command, stderr, env = process.env) {
  return spawn(command[0], command.slice(1).map(String), { env, stdio: ['ignore', 'ignore', stderr] });
}

async function startServer(folder, postgres, limits) {
  const command = [values.bin, 'serve', '--listen', `${HONEST}:0`, '--data-dir', folder, ...limits];
  const child = start(pinned('1', command), 'pipe', postgres ? { ...process.env, DATABASE_URL: postgres.url } : process.env);
  const port = await new Promise((resolve, reject) => {
    let [log, started] = ['', false];
    child.stderr.on('data', (data) => {
      log += data;
      const found = /tengen is at https?:\/\/[\d.]+:(\d+)/.exec(log.replace(/\x1b\[[\d;]*m/g, ''));
      if (!found) return;
      started = true;
      resolve(Number(found[1]));
    });
    child.once('exit', (code, signal) => {
      const error = new Error(`the server ended by ${signal ?? code}: ${log.slice(-LAST_WORDS)}`);
      reject(error);
      // Whoever waits for an answer would wait for ever.
      if (started && !expected.has(child)) throw error;
    });
  });
  return { child, port, pid: child.pid };
}

function ended(child, signal = 'SIGKILL') {
  expected.add(child);
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return exit;
}

// In seconds of one core.
function processor(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
}

// In bytes; what is in use, or with VmHWM the most that was.
function memory(pid, name = 'VmRSS') {
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1_024;
}

// Whether somebody at another address is answered.
async function isAnswered(where) {
  const socket = await connect(where);
  if (!socket) return false;
  socket.write(`GET /livez HTTP/1.1\r\nHost: ${HONEST}:${where.port}\r\nConnection: close\r\n\r\n`);
  const answer = await new Promise((resolve) => {
    let text = '';
    socket.on('data', (data) => { text += data; });
    socket.on('close', () => resolve(text));
    setTimeout(() => socket.destroy(), 5_000).unref();
  });
  return answer.startsWith('HTTP/1.1 200');
}

function print(all) {
  console.log('| attack | p99 of a move, ms: before | during | after | during / before | memory, MiB: before | during | after | at most '
    + '| cores: before | during | a newcomer gets in |');
  console.log('|---|---|---|---|---|---|---|---|---|---|---|---|');
  for (const { title, before, during, after, most, newcomer } of all) {
    const phases = [before, during, after];
    const cells = [title, ...phases.map(({ p99 }) => p99.toFixed(1)), (during.p99 / before.p99).toFixed(1),
      ...[...phases.map(({ memory: bytes }) => bytes), most].map((bytes) => (bytes / 2 ** 20).toFixed(0)), before.cores.toFixed(2), during.cores.toFixed(2),
      newcomer ? 'yes' : 'no'];
    console.log(`| ${cells.join(' | ')} |`);
  }
}
