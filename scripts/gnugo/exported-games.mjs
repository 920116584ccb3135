// Random games on a server, with all that makes records differ: presets, handicaps, clocks, passes, moves that were taken
// back, play that was resumed. Their exports are what GNU Go reads.

import { ApiPlayer, Refusal, call, sgf } from '../../tests/browser/api-player.js';
import { generator } from '../../tests/dice.mjs';
import { LETTERS, opponent } from './position.mjs';

const SETTINGS = [
  { rules: 'japanese', clock: { system: 'byo-yomi', main: 600_000, periods: 5, period: 30_000 } },
  { rules: 'chinese', handicap: 3 },
  { rules: 'aga', clock: { system: 'fischer', main: 600_000, increment: 10_000 } },
  { rules: 'tromp-taylor', clock: { system: 'absolute', main: 600_000 } },
  { rules: 'new-zealand', handicap: 4 },
  { rules: 'korean', handicap: 2, clock: { system: 'canadian', main: 0, stones: 25, period: 600_000 } },
  { rules: 'ing', clock: { system: 'simple', period: 60_000 } },
  { rules: { preset: 'chinese', suicide: 'allowed' } },
];
const SIZES = [9, 13, 19];

/** Sends a command; what the rules refuse does not happen. */
async function attempt(player, game, command) {
  try {
    return (await player.command(game, command)).event;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return null;
    throw error;
  }
}

/** Plays a game with this number; answers its record, and what the server says stands at its end. */
export async function exportedGame(server, [ann, ben], number) {
  const random = generator(number + 1);
  const size = SIZES[number % SIZES.length];
  const settings = { ...SETTINGS[number % SETTINGS.length], board: { width: size, height: size }, color: 'black' };
  const { id } = await ann.createGame(settings);
  await ben.join(id);
  const seats = { black: ann, white: ben };
  let state = await ann.snapshot(id);
  const longest = size * size;
  for (let step = 0; step < longest && state.phase !== 'finished'; step += 1) {
    const mover = state.to_move;
    let event = null;
    if (state.phase === 'scoring') {
      event = await attempt(ann, id, { type: 'resume', version: state.scoring.version });
      if (!event) break;
    } else if (random(25) === 0 && (event = await attempt(seats[opponent(mover)], id, { type: 'undo', turn: state.turn }))) {
      event = (await attempt(seats[mover], id, { type: 'undo_accept', request: event.seq })) ?? event;
    } else if (random(20) === 0) {
      event = await attempt(seats[mover], id, { type: 'pass', turn: state.turn, confirm: true });
    } else {
      const at = `${LETTERS[random(size)]}${1 + random(size)}`;
      event = await attempt(seats[mover], id, { type: 'play', turn: state.turn, at });
    }
    if (event) state = event.state;
  }
  const end = await ann.snapshot(id);
  return { id, record: await sgf(server, id), end };
}

/**
 * The record of a game with the tree of a spectator beside it: a note at its beginning, and notes and passes in its middle and at
 * its end.
 */
export async function exportWithTree(server, spectator, { id, end }) {
  const places = [0, Math.floor(end.moves.length / 2), end.moves.length];
  const changes = places.flatMap((move, number) => [
    { id: `n${number}`, from: { move, event: end.seq }, words: 'What [else]?', marks: { triangle: ['C3'], labels: [['D4', 'a:b']] } },
    // Whoever still has handicap stones to place may not pass.
    ...(move > 4 ? [{ id: `m${number}`, parent: `n${number}`, move: 'pass' }] : []),
  ]);
  const path = `/api/v1/games/${id}/variations`;
  await call(server, 'PATCH', path, { token: spectator.token, body: { changes } });
  return call(server, 'GET', `${path}/sgf`, { token: spectator.token });
}

/** Two guests to play them, and one to look on. */
export const guests = async (server) => [
  await ApiPlayer.guest(server, 'Ann'), await ApiPlayer.guest(server, 'Ben [2]'), await ApiPlayer.guest(server, 'Zoe'),
];
