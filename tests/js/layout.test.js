import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { chainAt, gridLayout, layoutFrom, neighbourTowards, placesOf } from '../../static/board/layout.js';
import { boardBox } from '../../static/board/ground.js';
import { pointAt, vertexOf } from '../../static/board/geometry.js';

const LEFT = { x: -1, y: 0 };
const RIGHT = { x: 1, y: 0 };
const UP = { x: 0, y: -1 };
const DOWN = { x: 0, y: 1 };

/** The answer of `GET /boards/torus WxH`, and of its kin. */
function joined(kind, width, height, { across = true, down = true } = {}) {
  const board = { width, height };
  const at = (column, row) => vertexOf(board, pointAt(board, column, row));
  const points = [];
  const lines = [];
  const copies = [];
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const point = pointAt(board, column, row);
      points.push({ at: at(column, row), place: [column * 1000, row * 1000] });
      if (column < width - 1) lines.push([point, point + 1]);
      if (row < height - 1) lines.push([point, point + width]);
    }
    if (across) {
      copies.push({ of: at(width - 1, row), beside: at(0, row), place: [-1000, row * 1000] });
      copies.push({ of: at(0, row), beside: at(width - 1, row), place: [width * 1000, row * 1000] });
    }
  }
  for (let column = 0; down && column < width; column += 1) {
    copies.push({ of: at(column, height - 1), beside: at(column, 0), place: [column * 1000, -1000] });
    copies.push({ of: at(column, 0), beside: at(column, height - 1), place: [column * 1000, height * 1000] });
  }
  return layoutFrom({ name: `${kind} ${width}x${height}`, ...board, points, lines, copies });
}

const petersen = layoutFrom({
  name: 'petersen', width: 10, height: 1,
  points: [[1902, 0], [3804, 1382], [3078, 3618], [726, 3618], [0, 1382], [1902, 1000], [2853, 1691], [2490, 2809], [1314, 2809], [951, 1691]]
    .map((place, i) => ({ at: `${'ABCDEFGHJK'[i]}1`, place })),
  lines: [[0, 1], [0, 4], [0, 5], [1, 2], [1, 6], [2, 3], [2, 7], [3, 4], [3, 8], [4, 9], [5, 7], [5, 8], [6, 8], [6, 9], [7, 9]],
  copies: [],
});

const hexagon = layoutFrom({
  name: 'hexagon 2', width: 7, height: 1,
  points: [[500, 0], [1500, 0], [0, 866], [1000, 866], [2000, 866], [500, 1732], [1500, 1732]]
    .map((place, i) => ({ at: `${'ABCDEFG'[i]}1`, place })),
  lines: [[0, 1], [0, 2], [0, 3], [1, 3], [1, 4], [2, 3], [2, 5], [3, 4], [3, 5], [3, 6], [4, 6], [5, 6]],
  copies: [],
});

test('a plain grid is the same object for the same size, and its neighbours stay on it', () => {
  const grid = gridLayout({ width: 3, height: 2 });
  assert.equal(gridLayout({ width: 3, height: 2, name: 'grid 3x2' }), grid);
  assert.equal(grid.plain, true);
  assert.deepEqual(grid.neighbours[0], [1, 3]);
  assert.deepEqual(grid.neighbours[4], [1, 3, 5]);
  assert.deepEqual(gridLayout({ width: 1, height: 1 }).neighbours, [[]]);
});

test('copies join the edges', () => {
  const torus = joined('torus', 4, 3);
  assert.deepEqual(torus.neighbours[0], [1, 3, 4, 8]);
  assert.ok(torus.neighbours.every((next) => next.length === 4));
  const cylinder = joined('cylinder', 4, 3, { down: false });
  assert.deepEqual(cylinder.neighbours[0], [1, 3, 4]);
  assert.deepEqual(placesOf(cylinder, 0).map(({ x, y }) => [x, y]), [[0, 0], [4, 0]]);
  assert.deepEqual(placesOf(cylinder, 1).length, 1);
});

test('every point of the Petersen graph has three neighbours', () => {
  assert.ok(petersen.neighbours.every((next) => next.length === 3));
  assert.equal(petersen.lettered, false);
  assert.equal(petersen.count, 10);
});

test('the wood fits around points, copies and coordinates', () => {
  const torus = joined('torus', 9, 9);
  assert.deepEqual(torus.reach, { left: -1, top: -1, right: 9, bottom: 9 });
  assert.ok(boardBox(torus, true).width > boardBox(torus, false).width);
  assert.deepEqual(boardBox(petersen, true), boardBox(petersen, false));
  const { x, width } = boardBox(petersen, false);
  assert.ok(x < 0 && x + width > 3.804);
  // A Chinese character is as wide as it is high, and has wood on either side.
  const board = gridLayout({ width: 9, height: 9 });
  const box = (naming) => boardBox(board, true, { width: 640, height: 640 }, naming);
  const strip = ({ x, names }) => (-0.5 - x) / names;
  assert.ok(strip(box('kanji')) > 1.2, `${strip(box('kanji'))}`);
  assert.ok(strip(box('letters')) < strip(box('kanji')));
});

test('a chain is the connected stones of one colour', () => {
  const board = gridLayout({ width: 4, height: 3 });
  const stones = 'BB.B' + 'WB.B' + 'WWB.';
  assert.deepEqual(chainAt(board, stones, 0), [0, 1, 5]);
  assert.deepEqual(chainAt(board, stones, 9), [4, 8, 9]);
  assert.deepEqual(chainAt(board, stones, 10), [10]);
  assert.deepEqual(chainAt(board, stones, 2), []);
});

test('a chain goes on across a joined edge, and along the lines of a figure', () => {
  const stones = 'BB.B' + '....' + 'W..B';
  assert.deepEqual(chainAt(joined('torus', 4, 3), stones, 0), [0, 1, 3, 11]);
  assert.deepEqual(chainAt(joined('roll', 4, 3, { across: false }), stones, 0), [0, 1]);
  assert.deepEqual(chainAt(petersen, 'B....B.B..', 7), [0, 5, 7]);
});

test('arrows lead to the neighbour in that direction and stop at an edge', () => {
  const grid = gridLayout({ width: 3, height: 3 });
  assert.equal(neighbourTowards(grid, 4, UP), 1);
  assert.equal(neighbourTowards(grid, 4, LEFT), 3);
  assert.equal(neighbourTowards(grid, 3, LEFT), 3);
});

test('arrows go around a joined board', () => {
  const torus = joined('torus', 4, 3);
  assert.equal(neighbourTowards(torus, 0, LEFT), 3);
  assert.equal(neighbourTowards(torus, 0, UP), 8);
  assert.equal(neighbourTowards(joined('cylinder', 4, 3, { down: false }), 0, UP), 0);
});

test('between two ways that are as good the opposite arrow leads back', () => {
  for (const [there, back] of [[UP, DOWN], [DOWN, UP], [LEFT, RIGHT], [RIGHT, LEFT]]) {
    assert.equal(neighbourTowards(hexagon, neighbourTowards(hexagon, 3, there), back), 3);
  }
});

test('arrows reach every point of a figure', () => {
  for (const layout of [petersen, hexagon]) {
    const reached = new Set([0]);
    for (const point of reached) for (const way of [LEFT, RIGHT, UP, DOWN]) reached.add(neighbourTowards(layout, point, way));
    assert.equal(reached.size, layout.count, layout.name);
  }
});

test('lines are as fine on boards of any kind, with coordinates and without them', () => {
  const boards = [
    ...[[1, 1], [3, 19], [19, 3], [7, 25]].map(([width, height]) => gridLayout({ width, height })),
    ...[5, 9, 19].flatMap((size) => [joined('torus', size, size), joined('cylinder', size, size, { down: false })]),
    petersen, hexagon,
  ];
  for (const layout of boards) {
    for (const [width, height] of [[280, 280], [360, 360], [360, 740], [784, 784], [1400, 900]]) {
      for (const named of [true, false]) {
        const box = boardBox(layout, named, { width, height });
        const distance = Math.min(width / box.width, height / box.height);
        const line = box.line * distance;
        assert.ok(line > 0.99 && line < 1.51, `${layout.name ?? `${layout.width}x${layout.height}`} on ${width}x${height}: a line of ${line}`);
      }
    }
  }
});

test('lines and stars are as fine on a small board as on a large one', () => {
  for (const size of [2, 5, 9, 13, 19, 25]) {
    for (const side of [280, 360, 784, 1400]) {
      const layout = gridLayout({ width: size, height: size });
      const { width, line, star } = boardBox(layout, true, { width: side, height: side });
      const distance = side / width;
      const where = `${size} lines on ${side} pixels`;
      assert.ok(line * distance > 0.99 && line * distance < 1.51, `${where}: a line of ${line * distance}`);
      assert.ok(star <= 0.2 && star * distance < 9.01, `${where}: a star of ${star * distance}`);
      assert.ok(star > 0.199 || star * distance > 6, `${where}: a star of ${star * distance}`);
    }
  }
});
