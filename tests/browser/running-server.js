// A real Tengen server for one test: the compiled program on a free loopback port with its own data directory.
// It can be killed and started again on the same port and data, which is how the tests prove that data survive.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { pause } from './pause.js';

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;
const KEPT_LOG_CHARACTERS = 20_000;
const ANNOUNCEMENT = / is at http:\/\/127\.0\.0\.1:(\d+)\s/;

/** The program that `cargo build` left, or the one that TENGEN_BIN names. */
export function serverProgram() {
  const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../../target', import.meta.url));
  const program = process.env.TENGEN_BIN ?? join(target, 'debug', 'tengen');
  if (!existsSync(program)) {
    throw new Error(`${program} is missing: run "cargo build -p tengen-server" first, or set TENGEN_BIN`);
  }
  return program;
}

const running = new Set();
process.on('exit', () => {
  for (const server of running) server.signal('SIGKILL');
});

export class RunningServer {
  #process = null;
  #log = '';

  /**
   * @param {{dataDir: string, databaseUrl: string | null, options?: string[], ownPages?: boolean,
   *   command?: string[] | null, settings?: Record<string, string>}} place
   */
  constructor({ dataDir, databaseUrl, options = [], ownPages = false, command = null, settings = {} }) {
    this.settings = settings;
    this.options = options;
    this.ownPages = ownPages;
    this.command = command;
    // The system gives a port at the first start, and the server keeps it. The addresses are known by then.
    this.port = 0;
    this.url = null;
    this.socketUrl = null;
    this.dataDir = dataDir;
    this.databaseUrl = databaseUrl;
  }

  /**
   * SQLite in a fresh directory, or the database that `databaseUrl` names; `options` of the command line beside. It serves
   * the pages of TENGEN_STATIC_DIR, or with `ownPages` the pages inside the program. With the words of a `command`, all else
   * is told by variables, as in an image, among them the `settings`.
   */
  static async start({ databaseUrl = null, options = [], ownPages = false, command = null, settings = {} } = {}) {
    const server = new RunningServer({
      dataDir: mkdtempSync(join(tmpdir(), 'tengen-test-')),
      databaseUrl,
      options,
      ownPages,
      command,
      settings,
    });
    await server.launch();
    return server;
  }

  async launch() {
    const environment = { ...process.env };
    for (const name of Object.keys(environment)) {
      if (name.startsWith('TENGEN_') || name === 'DATABASE_URL') delete environment[name];
    }
    if (this.databaseUrl) environment.DATABASE_URL = this.databaseUrl;
    if (this.command) Object.assign(environment, this.variables);
    const child = spawn(serverProgram(), this.command ?? this.#words(), { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const announced = new Promise((resolve) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8');
        stream.on('data', (text) => {
          this.#log = (this.#log + text).slice(-KEPT_LOG_CHARACTERS);
          if (said === null) return;
          said += text;
          const port = ANNOUNCEMENT.exec(said)?.[1];
          if (!port) return;
          said = null;
          resolve(Number(port));
        });
      }
      child.once('exit', () => resolve(null));
    });
    this.#process = child;
    running.add(this);
    await this.#untilReady(child, announced);
  }

  /** The variables that tell the server where it listens and where its data are. */
  get variables() {
    return { ...this.settings, TENGEN_LISTEN: `127.0.0.1:${this.port}`, TENGEN_DATA_DIR: this.dataDir };
  }

  #words() {
    const words = ['serve', '--listen', `127.0.0.1:${this.port}`, '--data-dir', this.dataDir, ...this.options];
    // Pages that are worked on need no new program.
    if (process.env.TENGEN_STATIC_DIR && !this.ownPages) words.push('--static-dir', process.env.TENGEN_STATIC_DIR);
    return words;
  }

  signal(name) {
    this.#process?.kill(name);
  }

  /** As a power cut would: no goodbye to anybody. */
  kill() {
    return this.#end('SIGKILL');
  }

  /** In good order. Answers the exit code, which is null if the server had to be killed. */
  stop() {
    return this.#end('SIGTERM');
  }

  async restart() {
    await this.stop();
    await this.launch();
  }

  /** Stops the server and removes its data. */
  async remove() {
    await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  get log() {
    return this.#log;
  }

  async #untilReady(child, announced) {
    const deadline = Date.now() + START_TIMEOUT_MS;
    const port = await this.#within(START_TIMEOUT_MS, announced);
    if (port && this.port === 0) {
      this.port = port;
      this.url = `http://127.0.0.1:${port}`;
      this.socketUrl = `ws://127.0.0.1:${port}/api/v1/ws`;
    }
    while (port && Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return;
      await pause(50, 'between two questions whether the server is ready');
    }
    child.kill('SIGKILL');
    throw new Error(`the server did not become ready; its log:\n${this.#log}`);
  }

  async #end(signal) {
    const child = this.#process;
    if (!child) return null;
    this.#process = null;
    running.delete(this);
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    if (await this.#within(STOP_TIMEOUT_MS, ended.then(() => true))) return child.exitCode;
    this.#log += `\nthe server ignored ${signal} for ${STOP_TIMEOUT_MS} ms\n`;
    child.kill('SIGKILL');
    await ended;
    return child.exitCode;
  }

  /** What a promise brings, or null if it takes longer. */
  async #within(ms, promise) {
    const over = new AbortController();
    try {
      return await Promise.race([promise, pause(ms, 'the longest that the server may take', over).then(() => null, () => null)]);
    } finally {
      over.abort();
    }
  }
}
