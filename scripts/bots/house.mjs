// Starts a server, offers games to each level of its computer through a bot with GNU Go, and tells the score and how long
// the computer thought.

import { parseArgs } from 'node:util';

import { ApiPlayer, call, events } from '../../tests/browser/api-player.js';
import { RunningServer } from '../../tests/browser/running-server.js';
import { seedOfRun } from '../../tests/dice.mjs';
import { gnugoProgram } from '../gnugo/gtp.mjs';
import { Bot } from './bot.mjs';

/** Of GNU Go. The computer of the server draws its own. */
const SEED = seedOfRun(1);

const HELP = `Usage: scripts/house-games [options]

GNU Go plays against the computer of a Tengen server, as many games against each of its levels, in turn with either
colour. Prints the score by level, and how long the computer thought about a move.

  --games N       how many games, over all levels (default 50)
  --levels N,...  the levels (default: all)
  --size N        the board (default 9)
  --rules NAME    the rules (default chinese)
  --level N       strength of GNU Go, 0 to 10 (default 1)
  --minutes N     how long all of it may take (default 90)
  --help          show this help

The strength and the times are those of the server that TENGEN_BIN names: build one with --profile dist.
`;

function readOptions() {
  const text = { type: 'string' };
  const names = ['games', 'levels', 'size', 'rules', 'level', 'minutes'];
  const { values } = parseArgs({
    options: { ...Object.fromEntries(names.map((name) => [name, text])), help: { type: 'boolean' } },
  });
  const whole = (name, fallback) => {
    const value = Number(values[name] ?? fallback);
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} needs a whole number`);
    return value;
  };
  return {
    help: values.help,
    games: whole('games', 50),
    levels: values.levels?.split(',').map(Number) ?? null,
    size: whole('size', 9),
    rules: values.rules ?? 'chinese',
    level: whole('level', 1),
    minutes: whole('minutes', 90),
  };
}

/** How long the computer thought about each of its moves, in milliseconds: from the event before to its own. */
async function thoughts(server, game, computer) {
  const list = await events(server, game);
  return list.flatMap((event, i) => {
    const own = event.actor === computer && ['played', 'passed'].includes(event.type);
    return own && i > 0 ? [event.at - list[i - 1].at] : [];
  });
}

function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function playLevel(server, options, { level, player }, games, deadline) {
  const engine = `${gnugoProgram()} --mode gtp --level ${options.level} --seed ${SEED} --chinese-rules --positional-superko`;
  const guest = await ApiPlayer.guest(server, `GNU Go ${level}`);
  const tally = { won: 0, lost: 0, other: 0, times: [] };
  for (const [color, count] of [['black', Math.ceil(games / 2)], ['white', Math.floor(games / 2)]]) {
    if (count === 0) continue;
    const bot = new Bot(`GNU Go ${level}`, guest.token, [
      ...['--server', server.url, '--poll', '1', '--engines', '1', '--engine', engine, '--create'],
      ...['--opponent', player.id, '--max-games', String(count), '--sizes', String(options.size)],
      ...['--rules', options.rules, '--clock', 'none', '--color', color],
    ]);
    let timer;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, Math.max(0, deadline - Date.now()), 'late')));
    const ended = await Promise.race([bot.ended(), late]);
    clearTimeout(timer);
    await bot.stop();
    if (ended === 'late') break;
  }
  const list = await call(server, 'GET', `/api/v1/players/${guest.player.id}/games?limit=100&phase=finished`);
  for (const game of list.games) {
    const house = game.players.black.id === player.id ? 'black' : 'white';
    if (game.result.winner === null) tally.other += 1;
    else if (game.result.winner === house) tally.won += 1;
    else tally.lost += 1;
    tally.times.push(...(await thoughts(server, game.id, player.id)));
  }
  return tally;
}

async function main(options) {
  const server = await RunningServer.start();
  const deadline = Date.now() + options.minutes * 60_000;
  let played = 0;
  try {
    const { players } = await call(server, 'GET', '/api/v1/house');
    const levels = players.filter(({ level }) => !options.levels || options.levels.includes(level));
    for (const [i, level] of levels.entries()) {
      // Those that do not divide go to the first levels.
      const games = Math.floor(options.games / levels.length) + (i < options.games % levels.length ? 1 : 0);
      const { won, lost, other, times } = await playLevel(server, options, level, games, deadline);
      played += won + lost + other;
      const seconds = (share) => (quantile(times, share) / 1000).toFixed(2);
      console.log(
        `level ${level.level}: won ${won}, lost ${lost}, without winner ${other}; ` +
          `${times.length} moves, half of them within ${seconds(0.5)} s, 99 of 100 within ${seconds(0.99)} s`,
      );
    }
  } finally {
    await server.remove();
  }
  console.log(`${played} of ${options.games} games against GNU Go at level ${options.level}`);
  return played === options.games;
}

try {
  const options = readOptions();
  if (options.help) process.stdout.write(HELP);
  else if (!(await main(options))) process.exitCode = 1;
} catch (error) {
  console.error(`scripts/house-games: ${error.message}`);
  process.exitCode = 2;
}
