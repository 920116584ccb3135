// Tasks of classes as tests stage them.

import { bringRecord } from './record-page.js';
import { byCard } from './groups-page.js';
import { call, playMoves } from './api-player.js';
import { DAY } from './seconds.js';

/** Twelve moves, of which each leaves the board as no one did before. */
export const MOVES = ['E5', 'C3', 'G7', 'C7', 'G3', 'E3', 'E7', 'C5', 'G5', 'D4', 'F6', 'D6'];

/** A short record with a variation and a comment. */
export const STUDY = '(;GM[1]FF[4]SZ[9]PB[Honinbo Shusaku]PW[Inoue Inseki]DT[1846-09-11];B[ee];W[cc]C[A quiet move.](;B[gc];W[cg])(;B[cg];W[gc]))';

/** A task that a teacher sets: `wish` is {work, words, until}; a week is the usual time. */
export const setTask = (server, teacher, group, wish) => call(server, 'POST', `/api/v1/groups/${group.id}/tasks`, {
  token: teacher.token, body: { until: Date.now() + 7 * DAY, ...wish },
});

/** A game of two players that is over after moves that count, Black first; answers its id. */
export async function finishGame(server, black, white, board = { width: 9, height: 9 }) {
  const { id } = await black.createGame({ board, color: 'black' });
  await white.join(id);
  await playMoves({ id, black, white }, MOVES);
  await black.command(id, { type: 'resign' });
  return id;
}

/**
 * Tasks of a class, the first pupil of which has done some: {record, tasks, pupil}. The tasks are {games, replay, done, gone,
 * over} by what they are for that pupil.
 */
export async function stageTasks(server, teacher, group, cards) {
  const [pupil, other] = await Promise.all(cards.slice(0, 2).map((card) => byCard(server, card)));
  const [record] = await bringRecord(server, teacher, STUDY);
  const [removed] = await bringRecord(server, teacher, STUDY);
  const set = (wish) => setTask(server, teacher, group, wish);
  const over = await set({ work: { kind: 'games', times: 20 }, until: Date.now() + 1_000 });
  const gone = await set({ work: { kind: 'replay', record: removed.id } });
  await call(server, 'DELETE', `/api/v1/records/${removed.id}`, { token: teacher.token });
  const done = await set({ work: { kind: 'replay', record: record.id } });
  await call(server, 'POST', `/api/v1/groups/${group.id}/tasks/${done.id}/replayed`, { token: pupil.token });
  const replay = await set({ work: { kind: 'replay', record: record.id }, words: "White's second move: why there?\nGuess first." });
  const games = await set({ work: { kind: 'games', times: 2, board: 'grid 9x9' }, words: 'One with Black, one with White.' });
  await finishGame(server, pupil, other);
  return { record, tasks: { games, replay, done, gone, over }, pupil };
}
