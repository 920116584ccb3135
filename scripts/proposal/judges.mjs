// Two judges of dead stones: the engine, and npm's @sabaki/deadstones.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { LETTERS } from '../gnugo/position.mjs';

/** The program that prints proposals, compiled as for a package. */
export function buildTengen(root, target) {
  const build = ['build', '--quiet', '--locked', '--profile', 'dist', '-p', 'tengen-rules', '--example', 'proposals'];
  execFileSync('cargo', build, { cwd: root, stdio: 'inherit' });
  return join(target, 'dist/examples/proposals');
}

/** For each position `{dead, unsettled, milliseconds}`. */
export function tengen(program, positions) {
  const input = positions.map(({ size, stones }) => `${size} ${stones}\n`).join('');
  const output = execFileSync(program, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return output.trimEnd().split('\n').map((line) => {
    const [dead, unsettled, microseconds] = line.split(';');
    const points = (text) => text.split(' ').filter(Boolean);
    return { dead: points(dead), unsettled: points(unsettled), milliseconds: Number(microseconds) / 1000 };
  });
}

/** The library, installed beside its lock file unless it is there. */
export function loadDeadstones(folder) {
  if (!existsSync(join(folder, 'node_modules'))) execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: 'inherit' });
  return createRequire(join(folder, 'package.json'))('@sabaki/deadstones');
}

/**
 * The same by that library, which plays `iterations` random games for each answer. It seeds them with the time of day, so that
 * stands still meanwhile: the same positions always get the same answers.
 */
export async function deadstones(library, positions, iterations) {
  const sign = { B: 1, W: -1, '.': 0 };
  const answers = [];
  const { now } = Date;
  for (const [index, { size, stones }] of positions.entries()) {
    const rows = Array.from({ length: size }, (_, y) => [...stones.slice(y * size, (y + 1) * size)].map((c) => sign[c]));
    const began = performance.now();
    Date.now = () => index + 1;
    try {
      const dead = await library.guess(rows, { finished: true, iterations });
      const milliseconds = performance.now() - began;
      answers.push({ dead: dead.map(([x, y]) => `${LETTERS[x]}${size - y}`), unsettled: [], milliseconds });
    } finally {
      Date.now = now;
    }
  }
  return answers;
}
