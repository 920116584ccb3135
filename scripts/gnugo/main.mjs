// Starts a server, plays the scheduled games on it, a few at a time, and tells what agreed.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { ApiPlayer } from '../../tests/browser/api-player.js';
import { RunningServer } from '../../tests/browser/running-server.js';
import { ALL, USUAL, scheduledGame } from './schedule.mjs';
import { playWholeGame } from './whole-game.mjs';

const HELP = `Usage: scripts/gnugo-games [options]

GNU Go plays both sides of whole games through the public WebSockets of a Tengen server. After every move the
stones, the captures and the legal points must agree, and at the end the score and the records.

  --all            all of the first 24 games: twelve on 9x9, four on 13x13, eight on 19x19 (default: nine, two and one of these)
  --games N        the first N games
  --only N[,N]     the games with these numbers
  --level N        strength of GNU Go, 0 to 10 (default 1)
  --jobs N         games at a time (default: the number of processors)
  --server URL     use this server, such as http://127.0.0.1:8080, in place of a fresh one
  --help           show this help

Without --server it runs target/debug/tengen (or the program that TENGEN_BIN names) on a free port with a temporary
data directory. It needs gnugo, and "npm ci" in tests/browser.
`;

function readOptions() {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: { all: { type: 'boolean' }, games: text, only: text, level: text, jobs: text, server: text, help: { type: 'boolean' } },
  });
  const number = (name, fallback, least) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isInteger(value) || value < least) throw new Error(`--${name} needs a whole number from ${least} on`);
    return value;
  };
  const numbers = values.only?.split(',').map(Number) ?? [];
  if (numbers.some((n) => !Number.isInteger(n) || n < 1)) throw new Error('--only needs numbers of games: 3,7');
  if ([values.all, values.games, values.only].filter((value) => value !== undefined).length > 1) {
    throw new Error('--all, --games and --only are about the same: one is enough');
  }
  const chosen = () => {
    if (values.only) return numbers;
    if (values.games) return Array.from({ length: number('games', 0, 1) }, (_, index) => index + 1);
    return values.all ? ALL : USUAL;
  };
  return {
    help: values.help,
    numbers: chosen(),
    level: number('level', 1, 0),
    jobs: number('jobs', availableParallelism(), 1),
    server: values.server?.replace(/\/$/, ''),
  };
}

function describe(game) {
  const handicap = game.handicap ? `handicap ${game.handicap}` : 'even';
  return `game ${game.number}: ${game.size}x${game.size} ${game.rules}, ${handicap}, seed ${game.seed}`;
}

async function main(options) {
  const server = options.server
    ? { url: options.server, socketUrl: `${options.server.replace(/^http/, 'ws')}/api/v1/ws`, remove() {} }
    : await RunningServer.start();
  const total = { played: 0, failed: 0, moves: 0, captured: 0 };
  try {
    const guests = [await ApiPlayer.guest(server, 'Ann'), await ApiPlayer.guest(server, 'Ben')];
    // The long ones first, so that no job is left alone with one at the end.
    const games = options.numbers.map(scheduledGame).sort((a, b) => b.size - a.size);
    const work = async () => {
      for (let game = games.shift(); game; game = games.shift()) {
        const began = Date.now();
        try {
          const { moves, captured, result } = await playWholeGame(server, guests, game, options);
          total.played += 1;
          total.moves += moves;
          total.captured += captured;
          const seconds = ((Date.now() - began) / 1000).toFixed(1);
          console.log(`ok      ${describe(game)}: ${moves} moves, ${captured} captured, ${result}, ${seconds} s`);
        } catch (error) {
          total.failed += 1;
          console.log(`FAILED  ${describe(game)}: ${error.message}`);
        }
      }
    };
    await Promise.all(Array.from({ length: options.jobs }, work));
    if (total.failed > 0 && server.log) console.log(`The server's log:\n${server.log}`);
  } finally {
    await server.remove();
  }
  console.log(
    `GNU Go: ${total.played} games agreed, ${total.failed} failed; ${total.moves} moves, positions and captures ` +
      `compared, ${total.captured} stones captured, ${total.played} scores agreed`,
  );
  return total.failed === 0 && total.played > 0;
}

try {
  const options = readOptions();
  if (options.help) process.stdout.write(HELP);
  else if (!(await main(options))) process.exitCode = 1;
} catch (error) {
  console.error(`scripts/gnugo-games: ${error.message}`);
  process.exitCode = 2;
}
