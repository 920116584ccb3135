// A program of the system that serves, for one test.

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '../browser/free-port.js';

/** Debian keeps servers where only root looks for programs. */
const PATH = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
const EACH_LOOK_MS = 50;
const MOST_LOOKS = 200;
const MOST_TRIES = 5;

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class Serving {
  #child;
  #ended;
  /** Where it listens: the ports that `on` was given. */
  ports;

  /**
   * The program on two ports of 127.0.0.1, as soon as it serves: `on` is given the ports, and answers the words of the program
   * and a function `isServing`. If somebody else takes a port before the program does, it is called again with others.
   */
  static async start(program, on) {
    for (let tries = 1; ; tries += 1) {
      const ports = [await freePort(), await freePort()];
      try {
        return await Serving.#once(program, ports, on(...ports));
      } catch (error) {
        if (tries === MOST_TRIES || !/address already in use/i.test(error.message)) throw error;
      }
    }
  }

  static async #once(program, ports, { words, isServing }) {
    const serving = new Serving();
    serving.ports = ports;
    const child = spawn(program, words, { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (piece) => { said += piece; });
    serving.#child = child;
    running.add(child);
    serving.#ended = new Promise((resolve) => {
      // Not at its exit: what it has said comes until the end of its streams.
      child.on('close', resolve);
      child.on('error', (error) => {
        said += `no ${program}: ${error.message}`;
        resolve();
      });
    });
    for (let looks = 0; looks < MOST_LOOKS && child.exitCode === null; looks += 1) {
      // If the program has ended, somebody else has answered.
      if ((await isServing()) && child.exitCode === null) return serving;
      await sleep(EACH_LOOK_MS);
    }
    await serving.end();
    throw new Error(`${program} does not serve: ${said}`);
  }

  async end() {
    this.#child.kill('SIGKILL');
    await this.#ended;
    running.delete(this.#child);
  }
}
