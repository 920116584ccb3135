// A program of the system that serves, for one test.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Debian keeps servers where only root looks for programs. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
const EACH_LOOK_MS = 50;
const MOST_LOOKS = 200;

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class Serving {
  #child;
  #ended;

  /** The program with these words, as soon as `isServing` says so. */
  static async start(program, words, isServing) {
    const serving = new Serving();
    const child = spawn(program, words, { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (piece) => { said += piece; });
    serving.#child = child;
    running.add(child);
    serving.#ended = new Promise((resolve) => {
      child.on('exit', resolve);
      child.on('error', (error) => {
        said += `no ${program}: ${error.message}`;
        resolve();
      });
    });
    try {
      for (let looks = 0; !(await isServing()); looks += 1) {
        assert.ok(looks < MOST_LOOKS && child.exitCode === null, said);
        await sleep(EACH_LOOK_MS);
      }
    } catch (error) {
      await serving.end();
      throw error;
    }
    return serving;
  }

  async end() {
    this.#child.kill('SIGKILL');
    await this.#ended;
    running.delete(this.#child);
  }
}
