// Starts a server and two bots, kills the server and an engine while they play, and tells what became of the games.

import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import { ApiPlayer, call, events } from '../../tests/browser/api-player.js';
import { RunningServer } from '../../tests/browser/running-server.js';
import { seedOfRun } from '../../tests/dice.mjs';
import { gnugoProgram } from '../gnugo/gtp.mjs';
import { Bot } from './bot.mjs';
import { Killings } from './killings.mjs';

const HELP = `Usage: scripts/bot-games [options]

Two tengen-bot processes, each with GNU Go, play whole games against each other on a Tengen server. While they play,
the server is killed once as a power cut would, and started again; and one engine is killed. Every game must end with
a score all the same.

  --games N        how many games (default 6)
  --sizes N[,N]    sizes of the boards, in turn (default 9)
  --rules NAME,... rule systems, in turn (default japanese,chinese,aga,new-zealand,ing,korean,bga)
  --clock CLOCK    the clock, as tengen-bot --clock has it (default byo-yomi:1200+5x60)
  --level N        strength of GNU Go, 0 to 10 (default 1)
  --jobs N         games at a time (default: the number of processors)
  --minutes N      how long all of it may take (default 60)
  --help           show this help

It runs tengen and tengen-bot from target/debug (or the programs that TENGEN_BIN and TENGEN_BOT_BIN name). It needs
gnugo, and "npm ci" in tests/browser. GNU Go has the same seed each time; with TENGEN_LONG=1 another one, which is told,
and with TENGEN_SEED=N this one.
`;

function readOptions() {
  const text = { type: 'string' };
  const names = ['games', 'sizes', 'rules', 'clock', 'level', 'jobs', 'minutes'];
  const { values } = parseArgs({
    options: { ...Object.fromEntries(names.map((name) => [name, text])), help: { type: 'boolean' } },
  });
  const number = (name, fallback, least) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isInteger(value) || value < least) throw new Error(`--${name} needs a whole number from ${least} on`);
    return value;
  };
  return {
    help: values.help,
    games: number('games', 6, 1),
    sizes: values.sizes ?? '9',
    rules: values.rules ?? 'japanese,chinese,aga,new-zealand,ing,korean,bga',
    clock: values.clock ?? 'byo-yomi:1200+5x60',
    level: number('level', 1, 0),
    jobs: number('jobs', availableParallelism(), 1),
    minutes: number('minutes', 60, 1),
  };
}

/** All games of a player, from all pages of the list. */
async function gamesOf(server, player) {
  const games = [];
  for (let cursor = ''; cursor !== null; ) {
    const page = await call(server, 'GET', `/api/v1/players/${player.player.id}/games?limit=100&cursor=${cursor}`);
    games.push(...page.games);
    cursor = page.next;
  }
  return games;
}

/** What became of a game: nothing if all is well. */
async function fault(server, game) {
  if (game.phase !== 'finished') return `it is ${game.phase}`;
  const list = await events(server, game.id);
  if (list.some((event, index) => event.seq !== index + 1)) return 'its events have a gap';
  if (game.result.by !== 'score') return `it ended by ${game.result.by}`;
  return null;
}

function describe(game) {
  const { board, rules } = game.settings;
  return `${game.id}: ${board.width}x${board.height} ${rules.preset}, ${game.result?.text ?? game.phase}`;
}

async function main(options) {
  const server = await RunningServer.start();
  const bots = [];
  const began = Date.now();
  try {
    const ann = await ApiPlayer.guest(server, 'Ann');
    const ben = await ApiPlayer.guest(server, 'Ben');
    const gnugo = `${gnugoProgram()} --mode gtp --never-resign --level ${options.level} --seed ${seedOfRun(1)}`;
    const common = [
      ...['--server', server.url, '--poll', '1', '--engines', String(options.jobs), '--engine', `${gnugo} --japanese-rules`],
      ...['--games-per-player', String(options.jobs)],
      ...['--engine-area', `${gnugo} --chinese-rules --positional-superko`],
    ];
    // An engine that is killed is then always one that a game has.
    const offers = ['--create', '--opponent', ben.player.id, '--max-games', String(options.games), '--keep-engines', 'no'];
    const kinds = ['--sizes', options.sizes, '--rules', options.rules, '--clock', options.clock];
    bots.push(new Bot('Ben', ben.token, [...common, '--accept-from', ann.player.id]));
    bots.push(new Bot('Ann', ann.token, [...common, ...offers, ...kinds]));
    const killings = new Killings(server, bots[1], () => gamesOf(server, ann), options.games);
    const ended = bots[1].ended();
    const deadline = began + options.minutes * 60_000;
    while (!(await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 500, null))]))) {
      if (Date.now() > deadline) throw new Error(`the games are not over after ${options.minutes} minutes`);
      await killings.look();
    }

    const games = (await gamesOf(server, ann)).filter((game) => game.phase !== 'open');
    const finished = games.filter((game) => game.phase === 'finished');
    let scored = 0;
    for (const game of games.reverse()) {
      const wrong = await fault(server, game);
      if (!wrong) scored += 1;
      console.log(`${wrong ? 'FAILED ' : 'ok     '} ${describe(game)}${wrong ? `: ${wrong}` : ''}`);
    }
    const lost = options.games - scored;
    const seconds = Math.round((Date.now() - began) / 1000);
    const missing = killings.missing();
    if (missing) console.log(`FAILED  ${missing}`);
    const bad = lost > 0 || missing || games.length !== options.games;
    if (bad) for (const bot of bots) console.log(`${bot.name}'s log:\n${bot.log}`);
    console.log(`Bots: ${finished.length} finished, ${scored} scored, ${lost} lost; ${killings.describe()}; ${seconds} s`);
    console.log(`GNU Go: ${scored} games agreed, ${lost + (bad && lost === 0 ? 1 : 0)} failed; between bots`);
    return !bad;
  } catch (error) {
    for (const bot of bots) console.log(`${bot.name}'s log:\n${bot.log}`);
    throw error;
  } finally {
    await Promise.all(bots.map((bot) => bot.stop()));
    await server.remove();
  }
}

try {
  const options = readOptions();
  if (options.help) process.stdout.write(HELP);
  else if (!(await main(options))) process.exitCode = 1;
} catch (error) {
  console.error(`scripts/bot-games: ${error.message}`);
  process.exitCode = 2;
}
