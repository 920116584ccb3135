// Ends of games by GNU Go against itself, and which of their stones it takes for dead. A game is played once and kept in a file.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { GnuGo } from '../gnugo/gtp.mjs';
import { LETTERS, opponent, readShowboard } from '../gnugo/position.mjs';
import { generator } from '../../tests/dice.mjs';

const LEVEL = 1;
// Ten games: six on 9x9, three on 13x13, one on 19x19.
const SIZES = [9, 13, 9, 19, 9, 13, 9, 9, 9, 13];
const INVASIONS = 3;
/** How many stones an invader throws in. */
const INVADERS = { 9: [3, 6], 13: [4, 10], 19: [6, 16] };

/** Numbers for one invasion. Neighbouring seeds would give numbers that are much alike. */
function numbersFor(number, invasion) {
  return generator((Math.imul(INVASIONS * number + invasion, 2654435761) + 12345) >>> 0);
}

/** `{number, size, rules, finished, invaded}`: how the game with this number ended, and how invasions of that position ended. */
export async function positionsOfGame(folder, number) {
  const file = join(folder, `game-${number}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const game = await playGame(number);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.part`, JSON.stringify(game));
  renameSync(`${file}.part`, file);
  return game;
}

async function playGame(number) {
  const size = SIZES[(number - 1) % SIZES.length];
  const rules = Math.floor((number - 1) / SIZES.length) % 2 === 0 ? 'japanese' : 'chinese';
  const gnugo = new GnuGo({ level: LEVEL, seed: number, scoring: rules === 'chinese' ? 'area' : 'territory' });
  try {
    await gnugo.command(`boardsize ${size}`);
    await gnugo.command('clear_board');
    await gnugo.command('komi 6.5');
    const moves = await playOn(gnugo, 'black', 3 * size * size);
    const finished = await judged(gnugo);
    const invaded = [];
    for (let invasion = 0; invasion < INVASIONS; invasion += 1) {
      await replay(gnugo, moves);
      await invade(gnugo, size, numbersFor(number, invasion), invasion % 2 === 0 ? 'black' : 'white');
      invaded.push(await judged(gnugo));
    }
    return { number, size, rules, finished, invaded };
  } finally {
    gnugo.quit();
  }
}

/** Both sides play until they pass one after the other. */
async function playOn(gnugo, first, most) {
  const moves = [];
  let color = first;
  for (let passes = 0; passes < 2 && moves.length < most; color = opponent(color)) {
    const at = await gnugo.command(`genmove ${color}`);
    passes = at.toUpperCase() === 'PASS' ? passes + 1 : 0;
    moves.push({ color, at });
  }
  return moves;
}

async function replay(gnugo, moves) {
  await gnugo.command('clear_board');
  for (const { color, at } of moves) await gnugo.command(`play ${color} ${at}`);
}

/** One side throws stones into the other's territory, beside each other or anywhere; the other answers each. Then both play on. */
async function invade(gnugo, size, random, invader) {
  const inside = new Set(await gnugo.vertices(`final_status_list ${opponent(invader)}_territory`));
  const [least, most] = INVADERS[size];
  const stones = least + random(most - least + 1);
  const thrown = [];
  for (let stone = 0; stone < stones; stone += 1) {
    const legal = (await gnugo.vertices(`all_legal ${invader}`)).filter((at) => inside.has(at));
    const beside = legal.filter((at) => thrown.some((other) => areNear(at, other)));
    const among = beside.length > 0 && random(3) > 0 ? beside : legal;
    if (among.length === 0) break;
    const at = among[random(among.length)];
    thrown.push(at);
    await gnugo.command(`play ${invader} ${at}`);
    await gnugo.command(`genmove ${opponent(invader)}`);
  }
  await playOn(gnugo, invader, 40);
}

function areNear(one, other) {
  const [[x, y], [otherX, otherY]] = [one, other].map((at) => [LETTERS.indexOf(at[0]), Number(at.slice(1))]);
  return Math.abs(x - otherX) + Math.abs(y - otherY) <= 2;
}

/** `{stones, dead, seki}`: the board row by row from the top left, and the stones with these fates. */
async function judged(gnugo) {
  const { stones } = readShowboard(await gnugo.command('showboard'));
  const dead = await gnugo.vertices('final_status_list dead');
  const seki = await gnugo.vertices('final_status_list seki');
  return { stones, dead, seki };
}
