// Gathers positions, asks all judges, and prints how often each disagrees with GNU Go.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { compared, drawn, isNearer, table } from './comparison.mjs';
import { buildTengen, deadstones, loadDeadstones, tengen } from './judges.mjs';
import { positionsOfGame } from './positions.mjs';

const SOURCE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(SOURCE, '../..');

const HELP = `Usage: scripts/proposal-duel [options]

Compares the engine's proposal of dead stones, and that of npm's @sabaki/deadstones, with GNU Go's "final_status_list
dead": at the ends of games by GNU Go against itself, and on positions where the dead stones of an invasion are left on the
board. Half of the games are by Japanese rules, half by Chinese; of ten, six are on 9x9, three on 13x13, one on 19x19.

  --games N        how many finished games (default 200)
  --invaded N      how many positions with the dead stones of an invasion (default 500), of the same games; 0 to 3 a game
  --first N        the number of the first game (default 1): others are for whoever changes the engine
  --iterations N   how many games at random the library plays (default: its own, 100)
  --compare PATH   one more program that prints proposals, such as that of an earlier commit
  --differences FILE  writes a diagram of each position where the engine disagrees with GNU Go

It fails unless the engine disagrees in fewer positions and in fewer points than the library, on either set. GNU Go's games
and answers are kept in the target directory, in "proposal-duel", so that only the first run takes long. It needs gnugo, cargo,
node and npm.
`;

function readOptions() {
  const text = { type: 'string' };
  const { values } = parseArgs({
    options: {
      games: text, invaded: text, first: text, iterations: text, compare: text, differences: text, help: { type: 'boolean' },
    },
  });
  const number = (name, fallback, least) => {
    const value = values[name] === undefined ? fallback : Number(values[name]);
    if (!Number.isInteger(value) || value < least) throw new Error(`--${name} needs a whole number from ${least} on`);
    return value;
  };
  return {
    help: values.help,
    games: number('games', 200, 1),
    invaded: number('invaded', 500, 0),
    first: number('first', 1, 1),
    iterations: number('iterations', 100, 1),
    compare: values.compare,
    differences: values.differences,
  };
}

function targetDirectory() {
  const metadata = execFileSync('cargo', ['metadata', '--format-version', '1', '--no-deps'], { cwd: ROOT, encoding: 'utf8' });
  return JSON.parse(metadata).target_directory;
}

/** `{finished, invaded}`. The first invasion of each game comes before the second of any, so that few are still of all games. */
async function gather(folder, options) {
  const games = [];
  for (let number = options.first; number < options.first + options.games; number += 1) {
    games.push(await positionsOfGame(folder, number));
    if (process.stderr.isTTY) process.stderr.write(`\r${games.length} of ${options.games} games`);
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const position = ({ number, size, rules }, judged) => ({ number, size, rules, ...judged });
  const finished = games.map((game) => position(game, game.finished));
  const invaded = [];
  for (let invasion = 0; games.some((game) => invasion < game.invaded.length); invasion += 1) {
    for (const game of games) {
      const judged = game.invaded[invasion];
      if (judged?.dead.length > 0 && invaded.length < options.invaded) invaded.push(position(game, judged));
    }
  }
  return { finished, invaded };
}

async function main(options) {
  const target = targetDirectory();
  const { finished, invaded } = await gather(join(target, 'proposal-duel'), options);
  const positions = [...finished, ...invaded];
  const program = buildTengen(ROOT, target);
  const library = loadDeadstones(SOURCE);
  const judges = [
    { name: 'Tengen', answers: tengen(program, positions) },
    { name: '@sabaki/deadstones', answers: await deadstones(library, positions, options.iterations) },
  ];
  if (options.compare) judges.push({ name: options.compare, answers: tengen(options.compare, positions) });
  const sets = [
    { name: 'finished games', from: 0, to: finished.length },
    { name: 'invasions', from: finished.length, to: positions.length },
  ];
  const results = judges.map(({ name, answers }) => ({ name, compared: compared(positions, answers) }));
  process.stdout.write(table(sets, results));
  if (options.differences) writeFileSync(options.differences, drawn(positions, results));
  const [own, theirs] = results.map((result) => result.compared);
  return sets.every(({ from, to }) => from === to || isNearer(own.slice(from, to), theirs.slice(from, to)));
}

try {
  const options = readOptions();
  if (options.help) process.stdout.write(HELP);
  else if (!(await main(options))) process.exitCode = 1;
} catch (error) {
  console.error(`scripts/proposal-duel: ${error.message}`);
  process.exitCode = 2;
}
