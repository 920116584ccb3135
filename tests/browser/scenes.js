// The pages in each of their states, for the tests that look at how they are made.

import * as api from './api-player.js';

const BOARD = { board: { width: 9, height: 9 } };
// In its last period from the beginning, so that the clock warns.
const LAST_PERIOD = { system: 'byo-yomi', main: 0, periods: 100, period: 9_000 };
const LONG = { system: 'canadian', main: 3_600_000, stones: 25, period: 600_000 };

// Games that GNU Go played with itself.
const MIDDLE_GAME = 'E5 D4 E4 D3 D5 E3 G3 G7 H4 D7 C5 B4 B5 C4 C8 D8 D9 A5 C7 A7 F2 E2 F1 F3 G4'.split(' ');
const LARGE = (
  'Q16 D5 D16 Q5 K3 C14 C12 E14 F16 G14 H16 K17 Q3 R3 R2 R4 P2 R9 O4 R14 D3 C3 C2 C4 E2 C9 F4 N17 H17 O6 Q14 Q13 R15 ' +
  'P14 Q15 S14 R17 B16 C17 B17 M6 M8 J14 F6 L13 F11 J12 J10 K16 L17 H6 G5 S15 F5 H3 N5 T14 S13 M3 H5 L11 M14 N11 K8 ' +
  'M5 O9 P11 R11 B2 B3 S2 S3 G13 F13 G12 F12 G11 G10 Q10 R10 T13 T12 T15 S12'
).split(' ');
const WHOLE_GAME = (
  'F6 C4 F3 D7 F7 D3 D6 C7 C6 B6 B5 B7 C5 E8 B4 G8 H6 H7 G7 H8 F8 J6 H5 F9 J5 E7 E2 E6 C2 F5 E4 G4 G3 H4 H3 J4 J3 F4 ' +
  'E5 G6 A6 A7 A5 pass pass'
).split(' ');
const DEAD = ['C4', 'D3', 'H5', 'H6', 'J5'];

async function played(server, settings, moves) {
  const game = await api.startGame(server, settings);
  await api.playMoves(game, moves);
  return game;
}

async function marked(server) {
  const game = await played(server, BOARD, WHOLE_GAME);
  const { scoring } = await game.black.snapshot(game.id);
  await game.black.command(game.id, { type: 'propose', version: scoring.version, dead: DEAD });
  return game;
}

async function finish(game) {
  const { scoring } = await game.black.snapshot(game.id);
  for (const player of [game.black, game.white]) {
    await player.command(game.id, { type: 'accept', version: scoring.version });
  }
}

/** Little time, and an undo that waits for an answer. */
async function asked(server) {
  const game = await played(server, { ...BOARD, clock: LAST_PERIOD }, ['E5', 'C3', 'G7', 'C7']);
  await game.white.command(game.id, { type: 'undo', turn: 4 });
  return game;
}

async function paused(server) {
  const game = await played(server, { ...BOARD, clock: LONG }, ['E5', 'C3']);
  await game.black.command(game.id, { type: 'pause' });
  return game;
}

/** A finished game whose winner offers a rematch. */
async function offered(server) {
  const game = await played(server, { ...BOARD, clock: LONG }, ['E5', 'C3']);
  await game.black.command(game.id, { type: 'resign' });
  await api.call(server, 'POST', `/api/v1/games/${game.id}/rematch`, { token: game.white.token, body: {} });
  return game;
}

/** A seat that is kept; the one to open it as is the invited player. */
async function invited(server) {
  const host = await api.ApiPlayer.guest(server, 'Dan');
  const guest = await api.ApiPlayer.guest(server, 'Eve');
  const { id } = await host.createGame({ ...BOARD, clock: LONG, color: 'white', opponent: guest.player.id });
  return { id, black: guest };
}

async function open(server) {
  const waiting = await api.ApiPlayer.guest(server, 'Cleo');
  const { id } = await waiting.createGame({ ...BOARD, color: 'black' });
  await waiting.createGame({ rules: 'chinese', handicap: 3 });
  return { id, black: waiting };
}

async function finished(server) {
  const game = await marked(server);
  await finish(game);
  return game;
}

const STAGES = {
  open, scoring: marked, finished, asked, paused, offered, invited,
  playing: (server) => played(server, { ...BOARD, clock: LONG }, MIDDLE_GAME),
  large: (server) => played(server, {}, LARGE),
};

/** The phases that a game can be staged in. */
export const PHASES = Object.keys(STAGES);

/**
 * A game in each of these phases, by its phase, with the one to open it as. With all of them, the home page
 * has all its lists.
 */
export async function stageGames(server, phases = PHASES) {
  const games = {};
  for (const phase of phases) games[phase] = await STAGES[phase](server);
  return games;
}
