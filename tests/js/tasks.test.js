// Tasks of a class: their words, their days, their addresses, and the moves that somebody has seen.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { MoveTree } from '../../static/trying/tree.js';
import { SeenLine } from '../../static/record/seen-line.js';
import { askedTask, replayAddress } from '../../static/groups/task-address.js';
import { classText, progressText, stateOf, workText } from '../../static/groups/task-item.js';
import { gridLayout } from '../../static/board/layout.js';
import { inDays, lastMomentOf } from '../../static/groups/task-day.js';

const RECORD = { players: { black: { name: 'Ann', rank: '3d', team: null }, white: { name: 'Ben', rank: null, team: null } }, name: null };
const games = (times, board = null) => ({ kind: 'games', times, board });
const replay = { kind: 'replay', record: '4t9x2m8q6w1k5c7v' };

test('a task says what is to be done', () => {
  assert.equal(workText({ work: games(1) }), 'Play 1 game');
  assert.equal(workText({ work: games(2, 'grid 9x9') }), 'Play 2 games on 9×9');
  assert.equal(workText({ work: replay, record: RECORD }), 'Replay the record: Ann 3d v Ben');
  assert.equal(workText({ work: replay, record: null }), 'Replay a record');
});

test('progress is told in words, and no more of it than there is', () => {
  assert.equal(progressText({ times: 0, done: false }, games(2)), 'Not yet');
  assert.equal(progressText({ times: 1, done: false }, games(2)), '1 of 2 games');
  assert.equal(progressText({ times: 2, done: true }, games(2)), 'Done');
  assert.equal(progressText({ times: 0, done: false }, replay), 'Not yet');
  assert.equal(classText({ done: 1, members: 12 }), '1 of 12 has finished');
  assert.equal(classText({ done: 7, members: 12 }), '7 of 12 have finished');
  assert.equal(classText({ done: 0, members: 0 }), 'No members in the class yet');
});

test('a task is open until its time has passed, or its record is gone, or it is done', () => {
  const task = (more) => ({ work: games(2), record: null, until: 1_000, mine: { times: 0, done: false }, ...more });
  assert.equal(stateOf(task(), 999), 'open');
  assert.equal(stateOf(task(), 1_000), 'over');
  assert.equal(stateOf(task({ mine: { times: 2, done: true } }), 1_000), 'done');
  assert.equal(stateOf(task({ mine: null }), 999), 'open');
  assert.equal(stateOf(task({ work: replay, record: RECORD }), 999), 'open');
  assert.equal(stateOf(task({ work: replay }), 999), 'over');
});

test('a day ends with its last moment here, across months and years', () => {
  assert.equal(inDays(7, new Date(2026, 11, 28, 23, 30)), '2027-01-04');
  assert.equal(inDays(0, new Date(2026, 1, 3)), '2026-02-03');
  assert.equal(lastMomentOf('2026-02-03'), new Date(2026, 1, 4).getTime() - 1);
  for (const text of ['', '2026', 'tomorrow', '2026-02-03T10:00']) assert.equal(lastMomentOf(text), null, text);
});

test('the address of a record carries the task, and nothing else is one', () => {
  const address = replayAddress(replay.record, '3b6n8v1m4k7j2h5g', '5k2v8n3m7x1q9c4b');
  assert.equal(address, '/records/4t9x2m8q6w1k5c7v?task=3b6n8v1m4k7j2h5g.5k2v8n3m7x1q9c4b');
  assert.deepEqual(askedTask(address.slice(address.indexOf('?'))), { group: '3b6n8v1m4k7j2h5g', task: '5k2v8n3m7x1q9c4b' });
  for (const search of ['', '?task=', '?task=3b6n8v1m4k7j2h5g', '?task=a.b.c', '?task=a/../b.c', '?other=a.b']) assert.equal(askedTask(search), null, search);
});

/** A tree of nodes by their parents, with moves but for the root and the nodes that are named. */
const shaped = (parents, still = []) => new MoveTree(gridLayout({ width: 9, height: 9 }), [null, ...parents].map((parent, node) => (
  parent === null || still.includes(node) ? { parent } : { parent, move: { color: 'black', at: 'pass', number: node } })));

test('a record is seen when each move of its main line was shown, in any order', () => {
  // The main line is 0 1 2 3; 4 is a variation.
  const seen = new SeenLine(shaped([0, 1, 2, 1]));
  assert.equal(seen.left, 3);
  for (const node of [0, 4, 3, 3, 1]) seen.see(node);
  assert.equal(seen.left, 1);
  seen.see(2);
  assert.equal(seen.left, 0);
});

test('nodes without a move need not be seen, and a record without moves is seen at once', () => {
  assert.equal(new SeenLine(shaped([0, 1, 2], [2])).left, 2);
  assert.equal(new SeenLine(shaped([])).left, 0);
});

test('a tab goes on where it was, for each reader alone', (context) => {
  const stored = new Map();
  globalThis.sessionStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value) };
  context.after(() => { delete globalThis.sessionStorage; });
  const tree = shaped([0, 1, 2]);
  const of = (reader) => new SeenLine(tree, reader && `seen.${reader}`);
  of('ann').see(2);
  assert.deepEqual([of('ann').left, of('ben').left, of(null).left], [2, 3, 3]);
  for (const node of [1, 3]) of('ann').see(node);
  assert.deepEqual([of('ann').left, of('ben').left], [0, 3]);
  // Nonsense in the storage is no memory.
  stored.set('seen.ben', '{}');
  assert.equal(of('ben').left, 3);
});
