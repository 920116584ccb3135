// Reads records with GNU Go's loadsgf and with `tengen check`, and compares the stones, the captures and whose turn it is.
// What a server exports of games that were played on it is compared with what the server says, move numbers included, and
// with what comes back when it is brought as a record from elsewhere.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { call } from '../../tests/browser/api-player.js';
import { RunningServer, serverProgram } from '../../tests/browser/running-server.js';
import { exportWithTree, exportedGame, guests } from './exported-games.mjs';
import { GnuGo } from './gtp.mjs';
import { LETTERS } from './position.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const HELP = `Usage: scripts/gnugo-records [--games N] [--exports N] [FILE...]

GNU Go and "tengen check" read the same records: the stones, the captures and the player to move must agree. Without
files they read N random games (default 20) on each of 9x9, 13x13 and 19x19, and a few records made by hand. Then N random
games (default 24) are played on a fresh server, and GNU Go reads their exports: the position and the number of moves must be
the server's, in mid-game, too. The exports are brought as records, changed, and read once more.

It runs target/debug/tengen, or the program that TENGEN_BIN names, and needs gnugo, and "npm ci" in tests/browser. The example
random_records of tengen-check is built by cargo, unless RANDOM_RECORDS names it.
`;

/** Handicaps, setup and rectangles, as GNU Go understands them too. */
const BY_HAND = {
  'handicap.sgf': '(;GM[1]FF[4]SZ[9]HA[2]AB[cg][gc]KM[0.5];W[ee];B[ed];W[dd];B[dc])',
  'setup.sgf': '(;GM[1]FF[4]SZ[9]AB[aa:cb]AW[ad][be]PL[W];W[dc];B[ee])',
  'passes.sgf': '(;GM[1]FF[3]SiZe[13];Black[dd];White[tt];Black[];White[jj])',
  'deep.sgf': '(;GM[1]FF[4]SZ[9](;B[ba](;W[aa](;B[ab](;W[bb](;B[cb])))(;W[ee]))))',
};

/** The example of tengen-check, with the features of the whole workspace: nothing is compiled a second time. */
function builtExample() {
  execFileSync('cargo', ['build', '--quiet', '--locked', '--workspace', '--example', 'random_records'], { cwd: ROOT, stdio: 'inherit' });
  const metadata = execFileSync('cargo', ['metadata', '--format-version', '1', '--no-deps'], { cwd: ROOT, encoding: 'utf8' });
  return join(JSON.parse(metadata).target_directory, 'debug/examples/random_records');
}

function randomRecords(folder, games) {
  const program = process.env.RANDOM_RECORDS || builtExample();
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

/** What GNU Go makes of an export, as far as a number of moves, or to its end. */
async function loaded(gnugo, file, moves) {
  const toMove = await gnugo.command(moves === undefined ? `loadsgf ${file}` : `loadsgf ${file} ${moves + 1}`);
  const history = await gnugo.command('move_history');
  const stones = {};
  for (const color of ['black', 'white']) stones[color] = await gnugo.vertices(`list_stones ${color}`);
  const captures = { black: await gnugo.captures('black'), white: await gnugo.captures('white') };
  return { toMove, moves: history.split('\n').filter(Boolean).length, stones, captures };
}

/** The stones and captures after the first moves of a snapshot, by what each move took. */
function after({ setup, moves }, count) {
  const stones = new Map(setup.map((at) => [at, 'black']));
  const captures = { black: 0, white: 0 };
  for (const { color, at, captured } of moves.slice(0, count)) {
    if (at === 'pass') continue;
    stones.set(at, color);
    for (const taken of captured) stones.delete(taken);
    captures[captured.includes(at) ? OTHER[color] : color] += captured.length;
  }
  const of = (color) => [...stones].filter(([, stone]) => stone === color).map(([at]) => at).sort();
  return { stones: { black: of('black'), white: of('white') }, captures };
}

const OTHER = { black: 'white', white: 'black' };

/** Throws where GNU Go and the server differ about a file. */
async function compareLoaded(gnugo, file, end) {
  const total = end.moves.length;
  for (const count of [total, Math.floor(total / 2), Math.floor(total / 3)]) {
    const read = await loaded(gnugo, file, count === total ? undefined : count);
    const expected = after(end, count);
    assert.equal(read.moves, count, 'moves');
    assert.deepEqual({ stones: read.stones, captures: read.captures }, expected, `after ${count} of ${total} moves`);
    const next = end.moves[count]?.color ?? (end.phase === 'playing' ? end.to_move : null);
    if (next && !(count === total && end.moves.at(-1)?.at === 'pass')) assert.equal(read.toMove, next, 'to move');
  }
}

/** Throws where GNU Go, the server, and the server's own reader differ about an export, alone or with a tree of variations beside it. */
async function compareExport(server, [player, , spectator], gnugo, folder, { id, record, end }) {
  const withTree = join(folder, `${id}-variations.sgf`);
  writeFileSync(withTree, await exportWithTree(server, spectator, { id, end }));
  await compareLoaded(gnugo, withTree, end);
  const file = join(folder, `${id}.sgf`);
  writeFileSync(file, record);
  await compareLoaded(gnugo, file, end);
  const headers = { authorization: `Bearer ${player.token}`, 'content-type': 'application/x-go-sgf' };
  const answer = await fetch(`${server.url}/api/v1/records`, { method: 'POST', headers, body: record });
  const [kept] = (await answer.json()).records;
  const { nodes } = await call(server, 'GET', `/api/v1/records/${kept.id}`);
  const moves = nodes.flatMap(({ move }) => (move ? [{ color: move.color, at: move.at, captured: move.captured ?? [], illegal: move.illegal }] : []));
  assert.deepEqual(moves, end.moves.map(({ color, at, captured }) => ({ color, at, captured, illegal: undefined })));
  await compareEdited(server, player, gnugo, join(folder, `${id}-edited.sgf`), { id: kept.id, end });
}

/**
 * Throws where GNU Go reads other moves from a record that its owner has changed: words, drawings and a variation, and then the
 * second half taken away.
 */
async function compareEdited(server, { token }, gnugo, file, { id, end }) {
  const path = `/api/v1/records/${id}`;
  const edited = async (body, moves) => {
    await call(server, 'PATCH', path, { token, body });
    writeFileSync(file, await call(server, 'GET', `${path}/sgf`, { token }));
    await compareLoaded(gnugo, file, { ...end, moves, phase: moves === end.moves ? end.phase : 'scoring' });
  };
  const [third, half] = [3, 2].map((part) => Math.floor(end.moves.length / part));
  const changes = [
    { node: third, comment: 'Not [here]\\\n;B[aa]', marks: { square: ['C3'], labels: [['D4', ']']] } },
    { id: 'a', from: { node: third }, move: 'white:pass', name: 'or: [so]' },
    { id: 'b', parent: 'a', comment: '(;W[bb])' },
  ];
  await edited({ changes, info: { players: { black: { name: 'Ann ]' } }, event: 'Cup\\', komi: 0.5 } }, end.moves);
  await edited({ changes: [{ node: half + 1, gone: true }] }, end.moves.slice(0, half));
}

async function checkExports(games, total) {
  const server = await RunningServer.start();
  const folder = mkdtempSync(join(tmpdir(), 'tengen-exports-'));
  const gnugo = new GnuGo();
  try {
    const players = await guests(server);
    for (let number = 0; number < games; number += 1) {
      const game = await exportedGame(server, players, number);
      try {
        await compareExport(server, players, gnugo, folder, game);
        total.agreed += 1;
        total.moves += game.end.moves.length;
        total.exports += 1;
      } catch (error) {
        total.failed += 1;
        console.error(`export ${number}: ${error.message}\n${game.record}`);
      }
    }
  } finally {
    gnugo.quit();
    rmSync(folder, { recursive: true });
    await server.remove();
  }
}

async function main(files, games, exports) {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-records-'));
  const gnugo = new GnuGo();
  try {
    const total = { agreed: 0, failed: 0, moves: 0, exports: 0 };
    const withExports = files.length === 0;
    if (files.length === 0) {
      randomRecords(folder, games);
      files.push(folder);
    }
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
    if (withExports) await checkExports(exports, total);
    console.log(
      `GNU Go: ${total.agreed} games agreed, ${total.failed} failed; ${total.moves} moves read from records, ` +
        `${total.exports} games from a server's exports`,
    );
    if (total.failed > 0 || total.agreed === 0) process.exitCode = 1;
  } finally {
    gnugo.quit();
    rmSync(folder, { recursive: true });
  }
}

const { values, positionals } = parseArgs({
  options: { games: { type: 'string', default: '20' }, exports: { type: 'string', default: '24' }, help: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.help) console.log(HELP);
else await main(positionals, Number(values.games), Number(values.exports));
