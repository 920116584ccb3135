import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Reader, Walk } from '../../static/game/walk.js';
import { back, forward } from '../../static/board/moves.js';

const board = { width: 3, height: 3 };
const move = (color, at, captured = []) => ({ color, at, captured });

// White is caught in the corner, passes, and takes back into an eye by suicide
// of two stones, as some rules allow.
const moves = [
  move('white', 'A1'), move('black', 'A2'), move('white', 'pass'), move('black', 'B1', ['A1']),
  move('white', 'A3'), move('black', 'B3'), move('white', 'pass'), move('black', 'C2'),
];
const positions = [
  '.........', '......W..', '...B..W..', '...B..W..', '...B...B.',
  'W..B...B.', 'WB.B...B.', 'WB.B...B.', 'WB.B.B.B.',
];

test('a game is walked forward and back through the same positions', () => {
  let stones = positions[0];
  moves.forEach((next, i) => {
    stones = forward(board, stones, next);
    assert.equal(stones, positions[i + 1]);
  });
  for (let i = moves.length; i > 0; i -= 1) {
    stones = back(board, stones, moves[i - 1]);
    assert.equal(stones, positions[i - 1]);
  }
});

test('suicide takes the own stones off and gives them back', () => {
  const suicide = move('white', 'B3', ['A3', 'B3']);
  const before = 'W.BBB....';
  const after = forward(board, before, suicide);
  assert.equal(after, '..BBB....');
  assert.equal(back(board, after, suicide), before);
});

test('a walk begins at the end and goes anywhere within the game', () => {
  const walk = new Walk(board, moves, positions.at(-1));
  assert.ok(walk.atEnd);
  walk.goTo(-5);
  assert.equal(walk.stones, positions[0]);
  assert.equal(walk.lastMove, null);
  walk.goTo(4);
  assert.equal(walk.stones, positions[4]);
  assert.equal(walk.lastMove.at, 'B1');
  walk.goTo(99);
  assert.equal(walk.number, moves.length);
  assert.equal(walk.stones, positions.at(-1));
});

test('a reader of the newest move is carried along, another one is told', () => {
  const reader = new Reader(new Walk(board, moves.slice(0, 4), positions[4]));
  reader.append(moves[4]);
  assert.equal(reader.walk.number, 5);
  assert.equal(reader.newMoves, 0);

  reader.step(-2);
  reader.append(moves[5]);
  reader.append(moves[6]);
  assert.equal(reader.walk.number, 3);
  assert.equal(reader.walk.stones, positions[3]);
  assert.equal(reader.newMoves, 2);

  reader.goTo(reader.walk.length);
  assert.ok(reader.live);
  assert.equal(reader.newMoves, 0);
  assert.equal(reader.walk.stones, positions[7]);
});

test('a fresh snapshot leaves the reader where they were', () => {
  const reader = new Reader(new Walk(board, moves.slice(0, 5), positions[5]));
  reader.goTo(2);
  reader.moveTo(new Walk(board, moves, positions.at(-1)));
  assert.equal(reader.walk.number, 2);
  assert.equal(reader.walk.stones, positions[2]);
  assert.equal(reader.newMoves, 3);

  reader.goTo(99);
  reader.moveTo(new Walk(board, moves, positions.at(-1)));
  assert.ok(reader.live);
});

test('moves that are taken back are undone for who looked at them, and only for those', () => {
  const reader = new Reader(new Walk(board, moves, positions.at(-1)));
  reader.takeBack(5);
  assert.ok(reader.live);
  assert.equal(reader.walk.stones, positions[5]);
  assert.equal(reader.walk.length, 5);

  reader.goTo(2);
  reader.takeBack(4);
  assert.equal(reader.walk.number, 2);
  reader.append(moves[4]);
  assert.equal(reader.newMoves, 1);
});
