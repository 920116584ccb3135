// A record's tree: positions, the ways of a reader, and where the nodes are drawn.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Cursor, RecordTree } from '../../static/record/tree.js';
import { gridLayout } from '../../static/board/layout.js';
import { layOut } from '../../static/record/layout.js';

const play = (parent, color, at, more = {}) => ({ parent, move: { color, at, number: 1, ...more } });

/** A tree of empty nodes from the parents of all but the root. */
const shaped = (...parents) => new RecordTree(gridLayout({ width: 2, height: 2 }), [null, ...parents].map((parent) => ({ parent })));

test('positions follow from what the nodes tell', () => {
  const tree = new RecordTree(gridLayout({ width: 3, height: 2 }), [
    { parent: null, setup: { black: ['A2', 'B2'], white: ['C2'] } },
    play(0, 'white', 'A1'),
    play(1, 'white', 'B1', { captured: ['A2', 'B2'] }),
    { parent: 2, setup: { empty: ['A1'], black: ['C2'] } },
    play(3, 'black', 'pass'),
    play(2, 'black', 'A2', { illegal: 'occupied' }),
    play(2, 'black', 'jj', { illegal: 'off_board' }),
    // Suicide: the opponent holds the stones.
    play(3, 'black', 'A2', { captured: ['A2'] }),
  ]);
  // The last first, so that nothing is known of the way there.
  assert.deepEqual(tree.positionAt(4), { stones: '..B.W.', prisoners: { black: 0, white: 2 } });
  assert.deepEqual(tree.positionAt(7), { stones: '..B.W.', prisoners: { black: 0, white: 3 } });
  assert.equal(tree.positionAt(0).stones, 'BBW...');
  assert.equal(tree.positionAt(1).stones, 'BBWW..');
  assert.equal(tree.positionAt(2).stones, '..WWW.');
  assert.equal(tree.positionAt(5).stones, 'B.WWW.');
  assert.equal(tree.positionAt(6).stones, '..WWW.');
});

test('what was said last holds until something else is said', () => {
  const tree = new RecordTree(gridLayout({ width: 2, height: 2 }), [
    { parent: null }, { parent: 0, marks: { dim: ['A1'] } }, { parent: 1 }, { parent: 2, marks: { dim: [] } }, { parent: 0 },
  ]);
  const dim = (node) => tree.lastSaid(node, (said) => said.marks?.dim);
  assert.deepEqual([0, 1, 2, 3, 4].map(dim), [undefined, ['A1'], ['A1'], [], undefined]);
});

//       0
//       1
//    2  5  7
//    3  6  8
//    4     9
const fork = () => shaped(0, 1, 2, 3, 1, 5, 1, 7, 8);

test('a reader goes back and forward on the way that was chosen', () => {
  const cursor = new Cursor(fork());
  assert.deepEqual([cursor.node, cursor.depth, cursor.length], [0, 0, 4]);
  cursor.last();
  assert.equal(cursor.node, 4);
  cursor.goTo(6);
  assert.equal(cursor.length, 3);
  cursor.step(-2);
  assert.equal(cursor.node, 1);
  cursor.step(1);
  assert.equal(cursor.node, 5);
  cursor.step(-10);
  assert.equal(cursor.node, 0);
  cursor.step(10);
  assert.equal(cursor.node, 6);
  cursor.first();
  assert.equal(cursor.node, 0);
});

test('variations are changed at the same depth, as far as they go', () => {
  const cursor = new Cursor(fork());
  cursor.goTo(4);
  assert.equal(cursor.vary(-1), false);
  assert.equal(cursor.vary(1), true);
  assert.equal(cursor.node, 6);
  assert.equal(cursor.vary(1), true);
  assert.equal(cursor.node, 8);
  assert.equal(cursor.vary(1), false);
  cursor.goTo(1);
  assert.equal(cursor.vary(1), false);
  assert.equal(cursor.node, 1);
});

/** No two nodes, and no way down to a variation, share a place. */
function check(tree) {
  const { rows, columns, height } = layOut(tree);
  const taken = new Map();
  const take = (column, row, what) => {
    const place = `${column} ${row}`;
    assert.ok(!taken.has(place) || taken.get(place) === what, `${what} and ${taken.get(place)} are at ${place}`);
    taken.set(place, what);
  };
  tree.nodes.forEach(({ parent }, node) => {
    take(tree.depths[node], rows[node], `node ${node}`);
    assert.ok(columns[tree.depths[node]].includes(node));
    assert.ok(rows[node] < height);
    if (parent === null) return;
    assert.ok(rows[node] >= rows[parent], 'a line goes down, if anywhere');
    assert.equal(rows[node] === rows[parent], tree.children[parent][0] === node, 'the first goes straight on');
    for (let row = rows[parent] + 1; row < rows[node]; row += 1) take(tree.depths[parent], row, `way of ${parent}`);
  });
  return rows;
}

test('every line has a row in which nothing is in its way', () => {
  assert.deepEqual([...check(fork())], [0, 0, 0, 0, 0, 1, 1, 2, 2, 2]);
  // A variation of a variation comes before the one that branches off earlier.
  check(shaped(0, 1, 2, 1, 4, 4, 0, 7));
  let seed = 7;
  const random = (end) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * end);
  };
  for (let run = 0; run < 200; run += 1) {
    // Mostly long lines, now and then a branch anywhere.
    const count = 1 + random(60);
    check(shaped(...Array.from({ length: count }, (_, i) => (random(4) > 0 ? i : random(i + 1)))));
  }
});

test('a tree as deep as the server takes it is laid out', () => {
  const deep = shaped(...Array.from({ length: 49_999 }, (_, i) => i));
  assert.equal(layOut(deep).height, 1);
  // Each node has a variation, in which each node has one, and so on.
  const ladder = shaped(...Array.from({ length: 40_000 }, (_, i) => (i % 2 === 0 ? Math.max(0, i - 1) : Math.max(0, i - 1 - (i > 1 ? 1 : 0)))));
  assert.ok(layOut(ladder).height > 1);
  const cursor = new Cursor(deep);
  cursor.last();
  assert.equal(cursor.node, 49_999);
  assert.equal(deep.positionAt(49_999).stones, '....');
});
