// The pages in each of their states, for the tests that look at how they are made.

import * as api from './api-player.js';

const BOARD = { board: { width: 9, height: 9 } };
const WALLS = Array.from({ length: 9 }, (_, index) => [`D${index + 1}`, `E${index + 1}`]).flat();
const FILLED = [...WALLS, 'B1', 'A1', 'A2', 'B5', 'G5'];

async function playedOut(server, settings = BOARD) {
  const game = await api.startGame(server, settings);
  await api.playMoves(game, [...FILLED, 'pass', 'pass'], 'black');
  return game;
}

async function propose({ id, black }, dead) {
  const { scoring } = await black.snapshot(id);
  await black.command(id, { type: 'propose', version: scoring.version, dead });
}

async function finish(game) {
  const { scoring } = await game.black.snapshot(game.id);
  for (const player of [game.black, game.white]) {
    await player.command(game.id, { type: 'accept', version: scoring.version });
  }
}

/** Games in every phase, so that the home page has all its lists; and one of each to open. */
export async function stageGames(server) {
  const waiting = await api.ApiPlayer.guest(server, 'Cleo');
  const open = { id: (await waiting.createGame({ ...BOARD, color: 'black' })).id, black: waiting };
  await waiting.createGame({ rules: 'chinese', handicap: 3 });
  const playing = await api.startGame(server, BOARD);
  await api.playMoves(playing, WALLS.slice(0, 11));
  const large = await api.startGame(server, {});
  await api.playMoves(large, ['Q16', 'D4', 'Q3', 'D17', 'C15', 'F17', 'O4', 'K10']);
  const scoring = await playedOut(server);
  await propose(scoring, ['B5', 'G5']);
  const finished = await playedOut(server);
  await propose(finished, ['B5', 'G5']);
  await finish(finished);
  return { open, playing, large, scoring, finished };
}
