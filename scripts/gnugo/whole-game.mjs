// One game: GNU Go chooses every move, the server decides, and both must always agree.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { events, sgf, snapshot } from '../../tests/browser/api-player.js';
import { GnuGo } from './gtp.mjs';
import { opponent, readShowboard } from './position.mjs';
import { Seat } from './seat.mjs';

const COLORS = ['black', 'white'];

export class Disagreement extends Error {}

/** The server's answer and GNU Go's must be the same. */
export function agree(what, server, gnugo) {
  if (isDeepStrictEqual(server, gnugo)) return;
  throw new Disagreement(`${what}: the server has ${JSON.stringify(server)}, GNU Go has ${JSON.stringify(gnugo)}`);
}

/** Plays `game` (of schedule.mjs) on `server` between the guests Ann and Ben and answers what was compared. */
export async function playWholeGame(server, [ann, ben], game, { level }) {
  const opened = [];
  let gnugo;
  try {
    const start = await startGame(server, ann, ben, game);
    const { rules } = start.settings;
    gnugo = new GnuGo({ level, seed: game.seed, scoring: rules.scoring });
    await prepareBoard(gnugo, start);
    const seats = {};
    for (const color of COLORS) {
      const player = start.players[color].id === ann.player.id ? ann : ben;
      seats[color] = await Seat.open(server, player, start, player === ann ? 'header' : 'message');
      opened.push(seats[color]);
    }
    const counts = await playMoves(gnugo, seats, start, game);
    const result = await agreeOnScore(gnugo, seats, game);
    await compareRecords(server, gnugo, seats, result, rules);
    return { ...counts, id: start.id, result: result.text };
  } finally {
    for (const seat of opened) seat.close();
    gnugo?.quit();
  }
}

async function startGame(server, ann, ben, game) {
  const { id } = await ann.createGame({
    board: { width: game.size, height: game.size },
    rules: game.rules,
    handicap: game.handicap,
    komi: game.komi,
    color: game.creatorsColor,
  });
  await ben.join(id);
  return snapshot(server, id);
}

async function prepareBoard(gnugo, start) {
  const { board, handicap, komi, rules } = start.settings;
  await gnugo.command(`boardsize ${board.width}`);
  await gnugo.command('clear_board');
  // Under area scoring GNU Go always gives White a point for each handicap stone; what the rules give less is taken
  // off its komi.
  const bonus = { zero: 0, n_minus_one: handicap - 1, n: handicap }[rules.handicap_bonus];
  const excess = rules.scoring === 'area' && handicap >= 2 ? handicap - bonus : 0;
  await gnugo.command(`komi ${komi - excess}`);
  const placed = handicap >= 2 ? await gnugo.vertices(`fixed_handicap ${handicap}`) : [];
  agree('handicap stones', [...start.setup].sort(), placed);
}

async function playMoves(gnugo, seats, start, game) {
  const { rules } = start.settings;
  let { turn, to_move: color } = start;
  agree('the first to move', color, game.handicap >= 2 ? 'white' : 'black');
  const most = 3 * game.size * game.size;
  let moves = 0;
  let captured = 0;
  let passes = 0;
  for (let ended = false; !ended; ) {
    if (moves === most) throw new Disagreement(`no end after ${moves} moves`);
    const move = await gnugo.command(`genmove ${color}`);
    const pass = move.toUpperCase() === 'PASS';
    const seq = await seats[color].command(pass ? { type: 'pass', turn } : { type: 'play', turn, at: move });
    const event = await eventForBoth(seats, seq);
    moves += 1;
    captured += event.captured?.length ?? 0;
    passes = pass ? passes + 1 : 0;
    ended = passes >= 2 && (color === 'white' || !rules.white_passes_last);
    color = opponent(color);
    const when = `after move ${moves} (${move})`;
    agree(`phase ${when}`, event.state.phase, ended ? 'scoring' : 'playing');
    await comparePosition(gnugo, seats, event, ended ? null : color, rules, when);
    turn = event.state.turn;
  }
  return { moves, captured };
}

/** Both players must have been told the same, save the command's id, which only its sender sees. */
async function eventForBoth(seats, seq) {
  const [black, white] = await Promise.all(COLORS.map((color) => seats[color].event(seq)));
  if (!isDeepStrictEqual({ ...black, command: null }, { ...white, command: null })) {
    throw new Disagreement(`the players were told ${JSON.stringify(black)} and ${JSON.stringify(white)}`);
  }
  return black;
}

/** What each player must hold: the captures that GNU Go counts, and the stones handed over in passing. */
async function prisoners(gnugo, seats, rules) {
  const held = {};
  for (const color of COLORS) {
    const passed = seats.black.events.filter((event) => event.type === 'passed' && event.color === opponent(color));
    held[color] = (await gnugo.captures(color)) + (rules.pass_stones ? passed.length : 0);
  }
  return held;
}

async function comparePosition(gnugo, seats, event, mover, rules, when) {
  for (const color of COLORS) {
    const stones = await gnugo.vertices(`list_stones ${color}`);
    for (const seat of Object.values(seats)) agree(`${color} stones ${when}`, seat.position.stonesOf(color), stones);
  }
  agree(`prisoners ${when}`, event.state.prisoners, await prisoners(gnugo, seats, rules));
  agree(`to move ${when}`, event.state.to_move, mover);
  if (!mover) return;
  const illegal = new Set(event.state.illegal.map(({ at }) => at));
  const legal = seats[mover].position.empty().filter((vertex) => !illegal.has(vertex));
  agree(`legal points of ${mover} ${when}`, legal, await gnugo.vertices(`all_legal ${mover}`));
}

/** One player marks what GNU Go thinks dead, both accept, and the score must be GNU Go's. */
async function agreeOnScore(gnugo, seats, game) {
  const { state } = seats.black.events.at(-1);
  const dead = await gnugo.vertices('final_status_list dead');
  const proposed = await seats[game.proposer].command({ type: 'propose', version: state.scoring.version, dead });
  const { scoring } = (await eventForBoth(seats, proposed)).state;
  agree('dead stones', [...scoring.dead].sort(), dead);
  await compareTerritory(gnugo, seats[game.proposer].position, scoring.owners);
  let last;
  for (const color of [opponent(game.proposer), game.proposer]) {
    last = await seats[color].command({ type: 'accept', version: scoring.version });
  }
  const { phase, result } = (await eventForBoth(seats, last)).state;
  agree('phase at the end', phase, 'finished');
  const [, winner, margin] = /^(?:([BW])\+)?([\d.]+)/.exec(await gnugo.command('final_score'));
  const score = winner ? `${winner}+${Number(margin)}` : '0';
  agree('score', result.text, score);
  return result;
}

/** The empty points; under stones GNU Go and the server have different words. */
async function compareTerritory(gnugo, position, owners) {
  const empty = new Set(position.empty());
  const owned = [...position.vertices()].map((vertex, index) => [vertex, owners[index]]);
  for (const [status, sign] of [['black_territory', 'B'], ['white_territory', 'W'], ['dame', '.']]) {
    const points = owned.filter(([vertex, owner]) => owner === sign && empty.has(vertex)).map(([vertex]) => vertex);
    agree(status, points.sort(), await gnugo.vertices(`final_status_list ${status}`));
  }
}

/** What the server keeps: the snapshot, the events and the SGF record. */
async function compareRecords(server, gnugo, seats, result, rules) {
  const { game } = seats.black;
  const shown = readShowboard(await gnugo.command('showboard'));
  const kept = await snapshot(server, game);
  agree('stones of the snapshot', kept.stones, shown.stones);
  agree('position of the events', seats.white.position.toString(), shown.stones);
  agree('prisoners of the snapshot', kept.prisoners, await prisoners(gnugo, seats, rules));
  agree('result of the snapshot', kept.result, result);
  const heard = seats.black.events.map((event) => ({ ...event, command: null }));
  if (!isDeepStrictEqual(await events(server, game), heard)) {
    throw new Disagreement('the events over REST are not those of the socket');
  }
  const record = await sgf(server, game);
  agree('RE of the record', /RE\[([^\]]*)\]/.exec(record)?.[1], result.text);
  const directory = mkdtempSync(join(tmpdir(), 'tengen-sgf-'));
  const reader = new GnuGo();
  try {
    const file = join(directory, 'game.sgf');
    writeFileSync(file, record);
    await reader.command(`loadsgf ${file}`);
    const read = readShowboard(await reader.command('showboard'));
    agree('position of the record', read, shown);
  } finally {
    reader.quit();
    rmSync(directory, { recursive: true });
  }
}
