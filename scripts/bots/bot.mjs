// One tengen-bot process.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT_LOG_CHARACTERS = 20_000;
const STOP_TIMEOUT_MS = 10_000;

/** The program that `cargo build` left, or the one that TENGEN_BOT_BIN names. */
function botProgram() {
  const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../../target', import.meta.url));
  const program = process.env.TENGEN_BOT_BIN ?? join(target, 'debug', 'tengen-bot');
  if (!existsSync(program)) {
    throw new Error(`${program} is missing: run "cargo build -p tengen-bot" first, or set TENGEN_BOT_BIN`);
  }
  return program;
}

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class Bot {
  #process;
  #exited;
  #log = '';
  #engine = null;

  constructor(name, token, args) {
    this.name = name;
    const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('TENGEN_')));
    this.#process = spawn(botProgram(), args, {
      env: { ...environment, TENGEN_BOT_TOKEN: token, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.add(this.#process);
    this.#process.stderr.setEncoding('utf8');
    this.#process.stderr.on('data', (text) => {
      for (const [, number] of text.matchAll(/an engine has started process=(\d+)/g)) this.#engine = Number(number);
      this.restarts += text.split('the engine is started anew').length - 1;
      this.#log = (this.#log + text).slice(-KEPT_LOG_CHARACTERS);
    });
    this.#exited = new Promise((resolve) => {
      this.#process.once('exit', (code, signal) => {
        running.delete(this.#process);
        resolve({ code, signal });
      });
    });
  }

  /** How many times an engine was started anew. */
  restarts = 0;

  get log() {
    return this.#log;
  }

  /** Settles when the process has ended, with `{code, signal}`. */
  ended() {
    return this.#exited;
  }

  /** The process of the engine that was started last, if it still runs. */
  get engine() {
    try {
      return this.#engine !== null && process.kill(this.#engine, 0) ? this.#engine : null;
    } catch {
      return null;
    }
  }

  async stop() {
    this.#process.kill('SIGTERM');
    const impatience = setTimeout(() => this.#process.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await this.#exited;
    clearTimeout(impatience);
  }
}
