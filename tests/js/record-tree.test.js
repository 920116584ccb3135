// A record's tree: positions, the ways of a reader, and where the nodes are drawn.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Cursor, MoveTree } from '../../static/trying/tree.js';
import { gridLayout } from '../../static/board/layout.js';
import { TreeLayout } from '../../static/trying/layout.js';
import { TriedTree } from '../../static/trying/tried-tree.js';
import { generator, seedOfRun, times } from '../dice.mjs';

const play = (parent, color, at, more = {}) => ({ parent, move: { color, at, number: 1, ...more } });

/** A tree of empty nodes from the parents of all but the root. */
const shapedBy = (parents) => new MoveTree(gridLayout({ width: 2, height: 2 }), [null, ...parents].map((parent) => ({ parent })));
const shaped = (...parents) => shapedBy(parents);

test('positions follow from what the nodes tell', () => {
  const tree = new MoveTree(gridLayout({ width: 3, height: 2 }), [
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
  const tree = new MoveTree(gridLayout({ width: 2, height: 2 }), [
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
  assert.deepEqual([cursor.leads('forward'), cursor.leads('back')], [false, true]);
  cursor.first();
  assert.equal(cursor.node, 0);
  assert.deepEqual([cursor.leads('forward'), cursor.leads('back')], [true, false]);
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

test('keys and buttons name the ways of a reader', () => {
  const cursor = new Cursor(fork());
  const places = ['forward', 'forward-ten', 'down', 'up', 'back', 'back-ten', 'last', 'first'].map((to) => {
    cursor.walk(to);
    return cursor.node;
  });
  assert.deepEqual(places, [1, 4, 6, 3, 2, 0, 4, 0]);
  cursor.goTo(4);
  assert.deepEqual([cursor.varies('up'), cursor.varies('down')], [false, true]);
});

const EVERYWHERE = { left: 0, top: 0, right: Infinity, bottom: Infinity };

/** No two nodes, and no way down to a variation, share a place. */
function check(tree, layout = new TreeLayout(tree)) {
  const taken = new Map();
  const take = (column, row, what) => {
    const place = `${column} ${row}`;
    assert.ok(!taken.has(place) || taken.get(place) === what, `${what} and ${taken.get(place)} are at ${place}`);
    taken.set(place, what);
  };
  const { width, height } = layout.size;
  const here = tree.nodes.map((_, node) => node).filter((node) => tree.depths[node] >= 0);
  for (const node of here) {
    const row = layout.rowOf(node);
    take(tree.depths[node], row, `node ${node}`);
    assert.ok(tree.depths[node] < width && row < height);
    const parent = tree.parentOf(node);
    if (parent < 0) continue;
    const above = layout.rowOf(parent);
    assert.ok(row >= above, 'a line goes down, if anywhere');
    assert.equal(row === above, tree.children[parent][0] === node, 'the first goes straight on');
    for (let between = above + 1; between < row; between += 1) take(tree.depths[parent], between, `way of ${parent}`);
  }
  assert.deepEqual(layout.nodesIn(EVERYWHERE).sort((a, b) => a - b), here);
  return here.map((node) => layout.rowOf(node));
}

const random = generator(seedOfRun(7));

test('every line has a row in which nothing is in its way', () => {
  assert.deepEqual(check(fork()), [0, 0, 0, 0, 0, 1, 1, 2, 2, 2]);
  // A variation of a variation comes before the one that branches off earlier.
  check(shaped(0, 1, 2, 1, 4, 4, 0, 7));
  for (let run = 0; run < 200 * times; run += 1) {
    // Mostly long lines, now and then a branch anywhere.
    const count = 1 + random(60);
    check(shaped(...Array.from({ length: count }, (_, i) => (random(4) > 0 ? i : random(i + 1)))));
  }
});

test('a layout that follows the changes of its tree is the same as a new one', () => {
  for (let run = 0; run < 100 * times; run += 1) {
    const tree = new TriedTree(gridLayout({ width: 2, height: 2 }), [{ parent: null }, { parent: 0 }, { parent: 1 }]);
    const layout = new TreeLayout(tree);
    tree.watcher = layout;
    for (let step = 0; step < 60; step += 1) {
      const here = tree.nodes.map((_, node) => node).filter((node) => tree.has(node));
      const node = random(3) > 0 ? here.at(-1) : here[random(here.length)];
      const deed = random(10);
      if (deed < 6) tree.add(node, { color: 'black', at: 'pass', captured: [] });
      else if (deed === 6) tree.hang(node, {}, { first: true });
      else if (node > 0 && deed === 7) tree.turn(node);
      else if (node > 2) tree.remove(node);
      if (random(3) > 0) continue;
      assert.deepEqual(check(tree, layout), check(tree));
      assert.equal(tree.forks, tree.children.filter((ways) => ways.length > 1).length);
      assert.equal(tree.count, here.filter((one) => tree.has(one) && tree.isTried(one)).length + (deed < 6 ? 1 : 0));
    }
  }
});

test('the nodes in a window are those whose way leads there', () => {
  const layout = new TreeLayout(fork());
  const inside = (left, top, right, bottom) => layout.nodesIn({ left, top, right, bottom }).sort((a, b) => a - b);
  assert.deepEqual(inside(0, 0, 2, 1), [0, 1]);
  assert.deepEqual(inside(0, 0, 3, 1), [0, 1, 2, 5, 7]);
  assert.deepEqual(inside(3, 1, 9, 2), [6]);
  assert.deepEqual(inside(3, 1, 9, 9), [6, 8, 9]);
});

test('a tree is laid out however deep it is', () => {
  const deep = shapedBy(Array.from({ length: 49_999 }, (_, i) => i));
  assert.deepEqual(new TreeLayout(deep).size, { width: 50_000, height: 1 });
  // Each node has a variation, in which each node has one, and so on.
  const ladder = shaped(...Array.from({ length: 40_000 }, (_, i) => (i % 2 === 0 ? Math.max(0, i - 1) : Math.max(0, i - 1 - (i > 1 ? 1 : 0)))));
  assert.ok(new TreeLayout(ladder).size.height > 1);
  const cursor = new Cursor(deep);
  cursor.last();
  assert.equal(cursor.node, 49_999);
  assert.equal(deep.positionAt(49_999).stones, '....');
});

test('a reader who changes between lines keeps the way to each', () => {
  const tree = fork();
  const cursor = new Cursor(tree);
  for (let step = 0; step < 200; step += 1) {
    const node = random(10);
    cursor.goTo(node);
    for (let at = node; at > 0; at = tree.parentOf(at)) assert.equal(cursor.nextOf(tree.parentOf(at)), at);
  }
});

test('of a dictionary of 70,000 nodes what is in sight is drawn', () => {
  const nodes = [{ parent: null }];
  // Each node has three ways on, so that none is far from the first one.
  const grow = (parent, depth) => {
    for (let way = 0; depth < 11 && way < 3 && nodes.length < 70_000; way += 1) {
      nodes.push({ parent, move: { color: depth % 2 ? 'white' : 'black', at: 'pass', number: depth } });
      grow(nodes.length - 1, depth + 1);
    }
  };
  grow(0, 1);
  const tree = new TriedTree(gridLayout(9, 9), nodes);
  const layout = new TreeLayout(tree);
  assert.equal(nodes.length, 70_000);
  const { width, height } = layout.size;
  assert.ok(width === 11 && height > 40_000, `${width} ${height}`);
  const seen = layout.nodesIn({ left: 0, top: 20_000, right: 11, bottom: 20_040 });
  assert.ok(seen.length > 40 && seen.length < 500, String(seen.length));
  const cursor = new Cursor(tree);
  cursor.goTo(69_999);
  assert.equal(cursor.node, 69_999);
});
