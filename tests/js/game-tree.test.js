// A game as a tree, with moves that a reader tries beside it.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Cursor } from '../../static/trying/tree.js';
import { GameTree, besideGame } from '../../static/game/game-tree.js';
import { LONGEST_LINE } from '../../static/trying/tried-tree.js';
import { Reader, Walk } from '../../static/game/walk.js';
import { TreeLayout } from '../../static/trying/layout.js';
import { gridLayout } from '../../static/board/layout.js';
import { mayTry } from '../../static/game/record.js';

const BOARD = gridLayout({ width: 3, height: 3 });
const played = (...moves) => moves.map((move, i) => {
  const [at, color = i % 2 === 0 ? 'black' : 'white'] = move.split(' ');
  return { color, at, captured: [] };
});

function game(moves, { setup = [], rules = {}, handicap = 0, to_move = null } = {}) {
  const tree = new GameTree(BOARD, setup);
  const record = {
    to_move, settings: { board: { width: 3, height: 3, name: 'grid 3x3' }, rules: { preset: 'japanese', custom: false, placement: 'fixed', ...rules }, handicap },
  };
  tree.follow(moves);
  return { tree, beside: besideGame(tree, () => record) };
}

const tries = (tree, parent, color, at, captured = []) => tree.add(parent, { color, at, captured });

/** The game's moves, and the tried ones as a reader finds them: each line from the root to its end. */
function lines(tree) {
  const ends = tree.nodes.map((_, node) => node).filter((node) => tree.has(node) && tree.children[node].length === 0);
  return ends.map((end) => {
    const way = [];
    for (let at = end; at > 0; at = tree.parentOf(at)) way.unshift(`${tree.nodes[at].move.at}${tree.isTried(at) ? '?' : ''}`);
    return way.join(' ');
  }).sort();
}

test('the game goes on beside what is tried', () => {
  const { tree } = game(played('A1', 'B1'));
  tree.watcher = new TreeLayout(tree);
  const one = tries(tree, 2, 'black', 'C1');
  tries(tree, one, 'white', 'C2');
  tree.follow(played('A1', 'B1', 'A2', 'A3'));
  assert.deepEqual(lines(tree), ['A1 B1 A2 A3', 'A1 B1 C1? C2?']);
  assert.equal(tree.watcher.rowOf(tree.line.at(-1)), 0, 'the game is on top');
  assert.equal(tree.homeOf(one), tree.line[2]);
  assert.equal(tree.nodes[tree.line[4]].move.number, 4);
});

test('a move that was tried where the game makes it becomes its own', () => {
  const { tree } = game(played('A1'));
  tree.watcher = new TreeLayout(tree);
  tries(tree, 1, 'white', 'C3');
  const right = tree.add(1, { color: 'white', at: 'B1' });
  tries(tree, right, 'black', 'B2');
  const stones = tree.positionAt(right).stones;
  assert.equal(stones, '......BW.');
  tree.follow([...played('A1'), { color: 'white', at: 'B1', captured: ['A1'] }]);
  assert.deepEqual(lines(tree), ['A1 B1 B2?', 'A1 C3?']);
  assert.deepEqual([tree.count, tree.nodes[right].waits, tree.children[1][0]], [2, false, right]);
  assert.equal(tree.positionAt(tree.children[right][0]).stones, '....B..W.');
  assert.equal(tree.watcher.rowOf(right), 0);
});

test('what the game takes back stays as far as something hangs on it, or the reader is there', () => {
  const moves = played('A1', 'B1', 'C1', 'A2', 'B2');
  const { tree } = game(moves);
  const cursor = new Cursor(tree);
  const hung = tries(tree, 3, 'white', 'C3');
  cursor.goTo(5);
  const gone = tree.follow(moves.slice(0, 1));
  assert.deepEqual(lines(tree), ['A1 B1? C1? C3?']);
  assert.deepEqual([tree.count, gone.sort(), tree.homeOf(hung)], [3, [4, 5], 1]);
  // Once more they are played, and are the game's own again.
  tree.follow(moves);
  assert.deepEqual(lines(tree), ['A1 B1 C1 A2 B2', 'A1 B1 C1 C3?']);
  assert.equal(tree.count, 1);
  // The reader stands on a move of the game beside nothing, and stays there if that is asked for.
  tree.follow(moves.slice(0, 4), tree.line[5]);
  assert.deepEqual(lines(tree), ['A1 B1 C1 A2 B2?', 'A1 B1 C1 C3?']);
});

test('tried moves are kept with the moves of the game on which they hang', () => {
  const { tree } = game(played('A1', 'B1', 'C1'));
  tries(tree, 2, 'black', 'C3');
  const value = JSON.parse(JSON.stringify(tree.wrap([{ node: 2, color: 'black', at: 'C3', captured: [] }])));
  assert.deepEqual(value.line.map(({ at }) => at), ['A1', 'B1']);
  // Meanwhile the second was taken back, and another one was made.
  const { tree: later } = game([]);
  for (const move of later.unwrap(value)) later.add(later.named(move.node), move);
  later.follow(played('A1', 'A2', 'B2'));
  assert.deepEqual(lines(later), ['A1 A2 B2', 'A1 B1? C3?']);
  for (const nonsense of [7, [], {}, { line: [null], moves: [] }, { line: 'A1', moves: [] }]) assert.equal(game([]).tree.unwrap(nonsense), null);
});

test('a line has the game before it, and says a colour where it is not the other one', () => {
  const { tree, beside } = game(played('A1', 'B1', 'pass', 'pass', 'C1 white', 'A2 black'));
  const node = tries(tree, 6, 'white', 'C3');
  assert.deepEqual(beside.lineTo(node), {
    board: { width: 3, height: 3 }, rules: 'japanese', setup: {}, moves: 'A1,B1,pass,pass,white:C1,A2', move: 'white:C3',
  });
  assert.equal(beside.lineTo(tries(tree, 0, 'black', 'B2')).moves, '');
});

test('handicap stones stand before the line, or are its first moves', () => {
  const fixed = game(played('B1 white'), { setup: ['A1', 'C3'], handicap: 2 });
  const node = tries(fixed.tree, 1, 'black', 'B2');
  assert.deepEqual(fixed.beside.lineTo(node).setup, { stones: '..B...B..', to_move: 'white' });
  assert.equal(fixed.beside.lineTo(node).moves, 'B1');
  assert.equal(fixed.beside.toMoveAt(0), 'white');
  const free = game(played('A1 black'), { rules: { placement: 'free' }, handicap: 3, to_move: 'black' });
  assert.equal(free.beside.toMoveAt(1), 'black');
  const second = tries(free.tree, 1, 'black', 'B2');
  assert.equal(free.beside.toMoveAt(second), 'black');
  const third = tries(free.tree, second, 'black', 'C1');
  assert.equal(free.beside.toMoveAt(third), 'white');
  assert.deepEqual(free.beside.lineTo(third), {
    board: { width: 3, height: 3 }, rules: 'japanese', setup: { handicap: 3 }, moves: 'A1,black:B2', move: 'black:C1',
  });
});

test('rules with changes of their own are said whole', () => {
  const rules = { custom: true, suicide: 'allowed' };
  const { tree, beside } = game([], { rules });
  const asked = beside.lineTo(tries(tree, 0, 'black', 'B2')).rules;
  assert.deepEqual([asked.preset, asked.suicide, asked.placement], ['japanese', 'allowed', 'fixed']);
});

test('the line of a very long game begins later', () => {
  const moves = Array.from({ length: LONGEST_LINE + 7 }, (_, i) => ({ color: i % 2 === 0 ? 'black' : 'white', at: i === 0 ? 'A1' : 'pass', captured: [] }));
  const { tree, beside } = game(moves);
  const asked = beside.lineTo(tries(tree, tree.line.at(-1), 'white', 'C3'));
  assert.equal(asked.moves.split(',').length, LONGEST_LINE);
  assert.deepEqual(asked.setup, { stones: '......B..', to_move: 'white' });
});

test('the game tells who is to move', () => {
  const { tree, beside } = game(played('A1', 'B1', 'pass', 'pass', 'C1 white'), { to_move: 'black' });
  assert.deepEqual([0, 1, 4, 5].map((node) => beside.toMoveAt(node)), ['black', 'white', 'white', 'black']);
  assert.equal(beside.toMoveAt(tries(tree, 5, 'black', 'C3')), 'white');
  // Behind the end of play nobody is: then it goes on as before.
  assert.equal(game(played('A1', 'B1', 'C1')).beside.toMoveAt(3), 'white');
});

test('a reader beside the game is not carried along', () => {
  const reader = new Reader(new Walk({ width: 3, height: 3 }, played('A1', 'B1'), '......BW.'));
  reader.beside = true;
  assert.deepEqual([reader.live, reader.follows], [false, true]);
  reader.append(played('C1')[0]);
  assert.deepEqual([reader.walk.number, reader.newMoves], [3, 0]);
  reader.held = true;
  reader.append({ color: 'white', at: 'C3', captured: [] });
  assert.deepEqual([reader.walk.number, reader.newMoves], [3, 1]);
  reader.moveTo(new Walk({ width: 3, height: 3 }, played('A1', 'B1', 'C1', 'C3', 'B3'), '.BW...BWB'));
  assert.deepEqual([reader.walk.number, reader.newMoves], [3, 2]);
  reader.takeBack(2);
  assert.deepEqual([reader.walk.number, reader.newMoves], [2, 0]);
});

test('spectators try moves at any time, and players after the end or where the game lets them', () => {
  const at = (phase, seat, aids) => mayTry({ phase, settings: { ...(aids && { aids }) } }, seat);
  assert.deepEqual([at('open', null), at('playing', null), at('scoring', null), at('finished', null)], [false, true, true, true]);
  assert.deepEqual([at('playing', 'black'), at('scoring', 'white'), at('finished', 'black')], [false, false, true]);
  assert.deepEqual([at('playing', 'black', { variations: false }), at('playing', 'black', { variations: true })], [false, true]);
});
