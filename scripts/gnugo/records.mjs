// Reads records with GNU Go's loadsgf and with `tengen check`, and compares the stones, the captures and whose turn it is.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { serverProgram } from '../../tests/browser/running-server.js';
import { GnuGo } from './gtp.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const HELP = `Usage: scripts/gnugo-records [--games N] [FILE...]

GNU Go and "tengen check" read the same records: the stones, the captures and the player to move must agree. Without
files they read N random games (default 20) on each of 9x9, 13x13 and 19x19, and a few records made by hand.

It runs target/debug/tengen, or the program that TENGEN_BIN names, and needs gnugo and cargo.
`;

/** Handicaps, setup and rectangles, as GNU Go understands them too. */
const BY_HAND = {
  'handicap.sgf': '(;GM[1]FF[4]SZ[9]HA[2]AB[cg][gc]KM[0.5];W[ee];B[ed];W[dd];B[dc])',
  'setup.sgf': '(;GM[1]FF[4]SZ[9]AB[aa:cb]AW[ad][be]PL[W];W[dc];B[ee])',
  'passes.sgf': '(;GM[1]FF[3]SiZe[13];Black[dd];White[tt];Black[];White[jj])',
  'deep.sgf': '(;GM[1]FF[4]SZ[9](;B[ba](;W[aa](;B[ab](;W[bb](;B[cb])))(;W[ee]))))',
};

function randomRecords(folder, games) {
  const build = ['build', '--quiet', '--locked', '-p', 'tengen-check', '--example', 'random_records'];
  execFileSync('cargo', build, { cwd: ROOT, stdio: 'inherit' });
  const metadata = execFileSync('cargo', ['metadata', '--format-version', '1', '--no-deps'], { cwd: ROOT, encoding: 'utf8' });
  const program = join(JSON.parse(metadata).target_directory, 'debug/examples/random_records');
  for (const side of [9, 13, 19]) execFileSync(program, [join(folder, `${side}x${side}`), String(games), String(side)]);
  mkdirSync(join(folder, 'by-hand'));
  for (const [name, text] of Object.entries(BY_HAND)) writeFileSync(join(folder, 'by-hand', name), text);
}

/** The lines of `tengen check`. */
function checked(files) {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 };
  const { stdout, stderr, error } = spawnSync(serverProgram(), ['check', '--rules', 'chinese', ...files], options);
  if (error || stderr) throw error ?? new Error(stderr);
  return stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

function stonesOf(line, letter) {
  const vertices = [...line.stones].flatMap((stone, index) => {
    const vertex = `${LETTERS[index % line.width]}${line.height - Math.floor(index / line.width)}`;
    return stone === letter ? [vertex] : [];
  });
  return vertices.sort().join(' ');
}

/** What differs, or nothing. */
async function difference(line, gnugo) {
  if (line.error) return `error ${line.error.code}`;
  if (line.illegal) return `move ${line.illegal.ply} is called illegal: ${line.illegal.rule}`;
  const toMove = await gnugo.command(`loadsgf ${line.file}`);
  if (toMove !== line.to_move) return `${toMove} is to move, not ${line.to_move}`;
  for (const [color, letter] of [['black', 'B'], ['white', 'W']]) {
    const stones = (await gnugo.vertices(`list_stones ${color}`)).join(' ');
    if (stones !== stonesOf(line, letter)) return `the ${color} stones are ${stones}, not ${stonesOf(line, letter)}`;
    const captures = await gnugo.captures(color);
    if (captures !== line.prisoners[color]) return `${color} holds ${captures}, not ${line.prisoners[color]}`;
  }
  return null;
}

async function main(files, games) {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-records-'));
  const gnugo = new GnuGo();
  try {
    if (files.length === 0) {
      randomRecords(folder, games);
      files.push(folder);
    }
    const total = { agreed: 0, failed: 0, moves: 0 };
    for (const line of checked(files)) {
      const reason = await difference(line, gnugo);
      if (reason) {
        total.failed += 1;
        console.error(`${line.file}: ${reason}`);
      } else {
        total.agreed += 1;
        total.moves += line.moves;
      }
    }
    console.log(`GNU Go: ${total.agreed} games agreed, ${total.failed} failed; ${total.moves} moves read from records`);
    if (total.failed > 0 || total.agreed === 0) process.exitCode = 1;
  } finally {
    gnugo.quit();
    rmSync(folder, { recursive: true });
  }
}

const { values, positionals } = parseArgs({
  options: { games: { type: 'string', default: '20' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.help) console.log(HELP);
else await main(positionals, Number(values.games));
