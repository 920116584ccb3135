// Runs one command as a group of processes of its own, with its output in a file.

import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A group that is told to end while this one ends.
const running = new Set();

/** Ends every command that still runs, with all of its processes. */
export function endAll() {
  for (const child of running) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}

// The shell tells the processor's time of the command and of all that it waited for. Its answer goes to a file, past the output.
const TIMED = 'times=$0; TIMEFORMAT="%U %S"; { time "$@" 2>&3; } 3>&2 2>"$times"';

// A command is a session of its own, and Linux may share the processors by session: niceness alone counts within one only.
const NICE = '{ echo 10 >/proc/self/autogroup; } 2>/dev/null || true';

/**
 * @param {{words: string[], cwd: string, env?: Record<string, string>, stdout?: string, nice?: boolean}} command
 *   `stdout`: a file for the standard output alone; `nice`: at a lower priority.
 * @param {string} log the file to which the output is added
 * @param {boolean} live whether the terminal shows it, too
 * @returns {Promise<{status: number | string, seconds: number, processor: number, output: string}>} `processor` in seconds
 */
export async function runCommand({ words, cwd, env = {}, stdout, nice = false }, log, live) {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-times-'));
  const times = join(folder, 'times');
  const file = openSync(log, 'a+');
  const separate = stdout ? openSync(stdout, 'w') : null;
  const before = sizeOf(file);
  const began = performance.now();
  const all = nice ? ['nice', '-n', '10', ...words] : words;
  const child = spawn('bash', ['-c', nice ? `${NICE}; ${TIMED}` : TIMED, times, ...all], {
    cwd, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', separate ?? file, file],
  });
  running.add(child);
  const following = live ? follow(file, before) : null;
  const status = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
  running.delete(child);
  following?.end();
  const seconds = (performance.now() - began) / 1_000;
  const [user = 0, system = 0] = readFileSync(times, 'utf8').trim().split(/\s+/).slice(-2).map(Number);
  rmSync(folder, { recursive: true });
  const output = since(file, before).toString('utf8');
  closeSync(file);
  if (separate) closeSync(separate);
  return { status, seconds, processor: user + system || 0, output };
}

function sizeOf(file) {
  return since(file, 0).length;
}

function since(file, from) {
  const pieces = [];
  for (let at = from; ;) {
    const piece = Buffer.alloc(1 << 16);
    const length = readSync(file, piece, 0, piece.length, at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, length));
    at += length;
  }
}

/** Shows on the terminal what a command adds to its file. */
function follow(file, from) {
  let at = from;
  const show = () => {
    const piece = since(file, at);
    at += piece.length;
    process.stdout.write(piece);
  };
  const timer = setInterval(show, 200);
  return {
    end() {
      clearInterval(timer);
      show();
    },
  };
}
