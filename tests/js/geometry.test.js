import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { parseVertex, pointAt, pointCount, starPoints, vertexOf } from '../../static/board/geometry.js';

const square = (size) => ({ width: size, height: size });

test('vertices are named from the bottom left, without I', () => {
  const board = square(19);
  assert.equal(vertexOf(board, 0), 'A19');
  assert.equal(vertexOf(board, pointAt(board, 18, 18)), 'T1');
  assert.equal(vertexOf(board, pointAt(board, 8, 9)), 'J10');
  assert.equal(parseVertex(board, 'i10'), null);
  assert.equal(parseVertex(board, ' q16 '), pointAt(board, 15, 3));
});

test('every point of every shape has a name that reads back', () => {
  for (const board of [square(1), square(9), square(25), { width: 25, height: 1 }, { width: 3, height: 7 }]) {
    const names = new Set();
    for (let point = 0; point < pointCount(board); point += 1) {
      const name = vertexOf(board, point);
      names.add(name);
      assert.equal(parseVertex(board, name), point);
      assert.equal(parseVertex(board, name.toLowerCase()), point);
    }
    assert.equal(names.size, pointCount(board));
  }
});

test('what is no vertex of the board is refused', () => {
  for (const text of ['', 'pass', 'A0', 'A10', 'K1', 'A-1', '11', 'AA1', 'A1x', 'A01']) {
    assert.equal(parseVertex(square(9), text), null, text);
  }
});

test('a last row that is not full ends where the points end', () => {
  const board = { width: 4, height: 2, count: 6 };
  assert.equal(parseVertex(board, 'B1'), 5);
  assert.equal(parseVertex(board, 'C1'), null);
});

test('star points are where players know them', () => {
  const names = (board) => starPoints(board).map((point) => vertexOf(board, point)).sort();
  assert.deepEqual(names(square(9)), ['C3', 'C7', 'E5', 'G3', 'G7']);
  assert.deepEqual(names(square(13)), ['D10', 'D4', 'G7', 'K10', 'K4']);
  assert.equal(names(square(19)).length, 9);
  assert.ok(names(square(19)).includes('K10'));
  assert.equal(names(square(18)).length, 4);
  assert.deepEqual(names(square(5)), ['C3']);
  assert.deepEqual(names(square(2)), []);
  assert.deepEqual(names(square(1)), []);
});
