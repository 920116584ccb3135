// A game as a tree, with moves that a reader tries beside it.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Cursor } from '../../static/trying/tree.js';
import { GameLog } from '../../static/game/game-log.js';
import { GamePlaces, Past } from '../../static/game/game-places.js';
import { GameTree, besideGame } from '../../static/game/game-tree.js';
import { LONGEST_LINE, TriedTree, besideRecord } from '../../static/trying/tried-tree.js';
import { Reader, Walk } from '../../static/game/walk.js';
import { TreeLayout } from '../../static/trying/layout.js';
import { gridLayout } from '../../static/board/layout.js';
import { mayTry, movesToUndo, seatOf } from '../../static/go/record.js';
import { takenOver } from '../../static/from-here/begin-sheet.js';

const BOARD = gridLayout({ width: 3, height: 3 });
const played = (...moves) => moves.map((move, i) => {
  const [at, color = i % 2 === 0 ? 'black' : 'white'] = move.split(' ');
  return { color, at, captured: [] };
});

function game(moves, { setup = [], beginning = null, position, rules = {}, handicap = 0, to_move = null } = {}) {
  const tree = new GameTree(BOARD, { setup, beginning });
  const record = {
    to_move, settings: { board: { width: 3, height: 3, name: 'grid 3x3' }, rules: { preset: 'japanese', custom: false, placement: 'fixed', ...rules }, handicap, position },
  };
  tree.follow({ moves, seq: moves.length + 1 });
  return { tree, beside: besideGame(tree, () => record) };
}

const settled = () => new Promise((resolve) => { setTimeout(resolve); });
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
  tree.follow({ moves: played('A1', 'B1', 'A2', 'A3'), seq: 9 });
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
  tree.follow({ moves: [...played('A1'), { color: 'white', at: 'B1', captured: ['A1'] }], seq: 9 });
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
  const gone = tree.follow({ moves: moves.slice(0, 1), seq: 9 });
  assert.deepEqual(lines(tree), ['A1 B1? C1? C3?']);
  assert.deepEqual([tree.count, gone.sort(), tree.homeOf(hung)], [3, [4, 5], 1]);
  // Once more they are played, and are the game's own again.
  tree.follow({ moves, seq: 9 });
  assert.deepEqual(lines(tree), ['A1 B1 C1 A2 B2', 'A1 B1 C1 C3?']);
  assert.equal(tree.count, 1);
  // The reader stands on a move of the game beside nothing, and stays there if that is asked for.
  tree.follow({ moves: moves.slice(0, 4), seq: 9 }, tree.line[5]);
  assert.deepEqual(lines(tree), ['A1 B1 C1 A2 B2?', 'A1 B1 C1 C3?']);
});

test('a place of the game stays what it was when moves are taken back', () => {
  const { tree } = game(played('A1', 'B1', 'C1'));
  assert.deepEqual([0, 3].map((node) => tree.placeOf(node)), [{ move: 0, event: 4 }, { move: 3, event: 4 }]);
  const hung = tries(tree, 3, 'white', 'C3');
  assert.equal(tree.placeOf(hung), null);
  tree.follow({ moves: played('A1', 'B1', 'C1'), seq: 6 });
  assert.deepEqual(tree.placeOf(3), { move: 3, event: 6 });
  tree.follow({ moves: played('A1', 'B2'), seq: 8 });
  assert.deepEqual([tree.placeOf(3), tree.placeOf(1)], [{ move: 3, event: 6 }, { move: 1, event: 8 }]);
  // A page that opens later finds it again, in the game's log.
  const { tree: later } = game(played('A1', 'B2'));
  const node = later.behind(played('A1', 'B1', 'C1'), 6);
  tries(later, node, 'white', 'C3');
  assert.deepEqual([lines(later), later.placeOf(node), later.count], [['A1 B1? C1? C3?', 'A1 B2'], { move: 3, event: 6 }, 3]);
  assert.equal(later.behind(played('A1', 'B1', 'C1'), 6), node);
});

test('the log tells which moves stood behind an event', () => {
  const at = (seq, type, more) => ({ seq, type, ...more });
  const past = new Past([
    at(1, 'joined'), at(2, 'played', { color: 'black', move: 'A1' }), at(3, 'played', { color: 'white', move: 'B1', captured: ['A1'] }), at(4, 'undo_requested', { moves: 1 }),
    at(5, 'undo_accepted', { moves: 1 }), at(6, 'passed', { color: 'white' }), at(7, 'undo_accepted', { moves: 0 }),
  ]);
  const moves = (move, event) => past.movesTo({ move, event })?.map((made) => made.at);
  assert.deepEqual([moves(2, 3), moves(2, 4), moves(2, 5), moves(2, 6), moves(1, 6), moves(1, 7), moves(0, 0), moves(0, 8)],
    [['A1', 'B1'], ['A1', 'B1'], undefined, ['A1', 'pass'], ['A1'], undefined, [], undefined]);
  assert.deepEqual(past.movesTo({ move: 2, event: 3 })[1], { color: 'white', at: 'B1', captured: ['A1'] });
});

test('the events of a game are asked for where its moves may have been taken back', async () => {
  const { tree } = game(played('A1', 'B1'));
  const log = new GameLog({ moves: [1, 2], seq: 6, players: { black: {} } });
  tree.seq = 6;
  const asked = [];
  let answer = Promise.reject(new Error('away'));
  let found = 0;
  const places = new GamePlaces({ get log() { return log; } }, tree, { getEvents: () => asked.push(1) && answer, found: () => { found += 1; } });
  assert.deepEqual([places.nodeAt({ move: 1, event: 6 }), places.nodeAt({ move: 3, event: 6 }), places.nodeAt({ move: 1, event: 7 })], [1, null, undefined]);
  for (const nonsense of [null, 7, {}, { move: 'A1', event: 1 }]) assert.equal(places.nodeAt(nonsense), null);
  assert.equal(asked.length, 0);
  // Behind an event from before the log begins nobody knows it.
  assert.equal(places.nodeAt({ move: 2, event: 3 }), undefined);
  await settled();
  assert.equal(places.nodeAt({ move: 2, event: 3 }), undefined);
  assert.deepEqual([asked.length, found], [1, 0], 'an answer that fails is asked for when somebody looks again');
  answer = Promise.resolve([
    { seq: 2, type: 'played', color: 'black', move: 'A1', captured: [] }, { seq: 3, type: 'played', color: 'white', move: 'C1', captured: [] },
    { seq: 5, type: 'undo_accepted', moves: 1 }, { seq: 6, type: 'played', color: 'white', move: 'B1', captured: [] },
  ]);
  places.lookAgain();
  assert.equal(places.nodeAt({ move: 2, event: 3 }), undefined);
  await settled();
  assert.equal(found, 1);
  const node = places.nodeAt({ move: 2, event: 3 });
  assert.deepEqual([tree.nodes[node].move.at, tree.placeOf(node)], ['C1', { move: 2, event: 3 }]);
  assert.deepEqual([places.nodeAt({ move: 1, event: 3 }), places.nodeAt({ move: 2, event: 5 }), asked.length], [1, null, 2]);
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

test('a game that begins in a position goes on from there, and its lines have what led there', () => {
  // Black has taken a stone at B2 by a move that is none of the game's.
  const beginning = { stones: '.B.B.B.B.', to_move: 'white', prisoners: { black: 1, white: 0 } };
  const position = { stones: '.B.BWB...', to_move: 'black', moves: 'B1' };
  const { tree, beside } = game(played('A3 white'), { beginning, position, handicap: 2, rules: { placement: 'free' } });
  assert.deepEqual(tree.positionAt(0), { stones: '.B.B.B.B.', prisoners: { black: 1, white: 0 } });
  assert.equal(tree.positionAt(1).stones, 'WB.B.B.B.');
  assert.deepEqual([0, 1].map((node) => beside.toMoveAt(node)), ['white', 'black']);
  const early = tries(tree, 0, 'white', 'B2');
  assert.deepEqual(tree.positionAt(early).prisoners, { black: 1, white: 0 });
  const setup = { stones: '.B.BWB...', to_move: 'black' };
  assert.deepEqual([beside.lineTo(early).setup, beside.lineTo(early).moves, beside.lineTo(early).move], [setup, 'B1', 'white:B2']);
  const late = tries(tree, 1, 'black', 'C3');
  assert.equal(beside.lineTo(late).moves, 'B1,A3');
  assert.equal(beside.lineTo(tries(tree, 1, 'white', 'C3')).moves, 'B1,A3');
});

test('a game begins at a node of another one with all that led there', () => {
  const begins = (moves, node, settings) => game(moves, settings).beside.beginAt(node);
  const empty = '.........';
  assert.deepEqual(begins(played('A1', 'B1', 'C1'), 2), { stones: empty, to_move: 'black', moves: 'A1,B1' });
  assert.deepEqual(begins(played('A1', 'B1'), 0), { stones: empty, to_move: 'black', moves: '' });
  // Two passes have ended play, and behind them none begins; but play that went on is told.
  assert.equal(begins(played('A1', 'pass', 'pass'), 3).moves, 'A1');
  assert.equal(begins(played('A1', 'pass'), 2).moves, 'A1,pass');
  assert.equal(begins(played('A1', 'pass', 'pass', 'B1 black'), 4).moves, 'A1,pass,pass,black:B1');
  // Handicap stones that Black has placed just stand there.
  const placed = { rules: { placement: 'free' }, handicap: 2 };
  assert.deepEqual(begins(played('A1 black', 'B2 black', 'C3 white'), 3, placed), { stones: '....B.B..', to_move: 'white', moves: 'C3' });
  assert.deepEqual(begins(played('A1 black', 'B2 black'), 1, placed), { stones: '......B..', to_move: 'black', moves: '' });
  assert.deepEqual(begins(played('C3 white'), 1, { setup: ['A1'], handicap: 2 }), { stones: '......B..', to_move: 'white', moves: 'C3' });
  // What led to the beginning of a game leads on to the next one.
  const beginning = { stones: '.B.B.B.B.', to_move: 'white', prisoners: { black: 1, white: 0 } };
  const position = { stones: '.B.BWB...', to_move: 'black', moves: 'B1' };
  assert.deepEqual(begins(played('A3 white'), 1, { beginning, position }), { stones: '.B.BWB...', to_move: 'black', moves: 'B1,A3' });
});

test('a game begins at a node of a record as far back as its moves are one line', () => {
  const nodes = [
    { parent: null },
    { parent: 0, move: { color: 'black', at: 'A1' } },
    { parent: 1, move: { color: 'white', at: 'B1' } },
    { parent: 2, move: { color: 'white', at: 'C1' } },
    { parent: 3, move: { color: 'black', at: 'pass' } },
    { parent: 4, move: { color: 'white', at: 'pass' } },
    { parent: 1, setup: { black: ['C3'] }, to_move: 'white' },
  ];
  const { beginAt } = besideRecord(new TriedTree(BOARD, nodes), { board: {}, rules: 'japanese', handicap: 0 });
  assert.deepEqual(beginAt(1), { stones: '.........', to_move: 'black', moves: 'A1' });
  // White goes on by a reason that the rules don't know.
  assert.deepEqual(beginAt(2), { stones: '......BW.', to_move: 'white', moves: '' });
  assert.deepEqual(beginAt(3), { stones: '......BW.', to_move: 'white', moves: 'C1' });
  assert.deepEqual(beginAt(4), { stones: '......BW.', to_move: 'white', moves: 'C1,pass' });
  assert.deepEqual(beginAt(5), { stones: '......BW.', to_move: 'white', moves: 'C1' });
  assert.deepEqual(beginAt(6), { stones: '..B...B..', to_move: 'white', moves: '' });
});

test('a game takes over what a game can have', () => {
  const position = { stones: '.........', to_move: 'black', moves: '' };
  const from = { board: {}, rules: 'chinese', komi: 7.5, handicap: 4, position };
  assert.deepEqual(takenOver({ ...from, handicap: 0 }), { board: {}, rules: 'chinese', komi: 7.5 });
  // The stones of the handicap are still to come, and the server places none.
  assert.deepEqual(takenOver(from), { board: {}, rules: 'chinese', komi: 7.5, handicap: 4, position: { stones: '.........', to_move: 'black' } });
  assert.deepEqual(takenOver({ ...from, komi: 3.75, position: { ...position, to_move: 'white' } }),
    { board: {}, rules: 'chinese', handicap: 4, position: { stones: '.........', to_move: 'white' } });
  assert.deepEqual(takenOver({ ...from, komi: null, handicap: undefined, position: { ...position, moves: 'A1' } }),
    { board: {}, rules: 'chinese', position: { stones: '.........', to_move: 'black', moves: 'A1' } });
});

test('whoever sits at a local game acts for the colour to move, and then for both', () => {
  const record = { settings: { local: true }, players: { black: { id: 'a' }, white: { id: 'a' } }, phase: 'playing', to_move: 'white', moves: [1, 2] };
  assert.equal(seatOf(record, { id: 'a' }), 'white');
  assert.equal(seatOf(record, { id: 'b' }), null);
  assert.deepEqual([movesToUndo(record, 'white'), movesToUndo({ ...record, moves: [] }, 'black')], [1, 0]);
  const scoring = (black, left) => ({ ...record, phase: 'scoring', to_move: null, scoring: { accepted: { black, white: false }, proposals_left: { black: left, white: 10 } } });
  assert.deepEqual([scoring(false, 3), scoring(true, 3), scoring(false, 0)].map((at) => seatOf(at, { id: 'a' })), ['black', 'white', 'white']);
});
