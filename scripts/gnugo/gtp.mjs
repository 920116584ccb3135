// One GNU Go process, spoken to in the Go Text Protocol: a line in, an answer that ends with an empty line out.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian installs games outside the PATH of many users. */
export function gnugoProgram() {
  if (process.env.GNUGO) return process.env.GNUGO;
  return existsSync('/usr/games/gnugo') ? '/usr/games/gnugo' : 'gnugo';
}

export class GnuGo {
  #process;
  #received = '';
  #waiting = [];
  #ended = null;

  /** @param {{level?: number, seed?: number, scoring?: 'territory' | 'area'}} options */
  constructor({ level = 1, seed = 1, scoring = 'territory' } = {}) {
    const args = ['--mode', 'gtp', '--never-resign', '--level', String(level), '--seed', String(seed)];
    args.push(scoring === 'area' ? '--chinese-rules' : '--japanese-rules');
    this.#process = spawn(gnugoProgram(), args, { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process.stdout.setEncoding('utf8');
    this.#process.stdout.on('data', (text) => this.#receive(text));
    this.#process.stdin.on('error', () => {}); // told by 'exit' below
    this.#process.on('error', (error) => this.#end(error));
    this.#process.on('exit', (code) => this.#end(new Error(`GNU Go ended with code ${code}`)));
  }

  /** The text of the answer; a refusal (`? ...`) is thrown. */
  command(line) {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      this.#process.stdin.write(`${line}\n`);
    });
  }

  /** Vertices of an answer such as `C3 D4`, sorted, on one or several lines. */
  async vertices(line) {
    const answer = await this.command(line);
    return answer.split(/\s+/).filter(Boolean).sort();
  }

  /** The number of stones which that colour has taken. */
  async captures(color) {
    return Number(await this.command(`captures ${color}`));
  }

  quit() {
    if (!this.#ended) this.#process.kill();
  }

  #receive(text) {
    this.#received += text;
    for (;;) {
      const end = this.#received.indexOf('\n\n');
      if (end < 0) return;
      const answer = this.#received.slice(0, end).replace(/^\n+/, '');
      this.#received = this.#received.slice(end + 2);
      const asked = this.#waiting.shift();
      const body = answer.slice(1).trim();
      if (answer.startsWith('=')) asked?.resolve(body);
      else asked?.reject(new Error(`GNU Go refused "${asked.line}": ${body}`));
    }
  }

  #end(error) {
    this.#ended ??= error;
    for (const asked of this.#waiting.splice(0)) asked.reject(this.#ended);
  }
}
