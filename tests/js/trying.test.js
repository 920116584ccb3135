// Moves that a reader tries beside a record.

import './english.js';
import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { Cursor } from '../../static/trying/tree.js';
import { MOST_TRIED, Trying } from '../../static/trying/trying.js';
import { TriedTree, besideRecord, toMoveAt } from '../../static/trying/tried-tree.js';
import { FakeStorage } from './fakes.js';
import { gridLayout } from '../../static/board/layout.js';
import { TreeLayout } from '../../static/trying/layout.js';

const GAME = { board: { width: 3, height: 3 }, rules: 'japanese', handicap: 0 };
const KEY = 'tengen.tried.record.r';
const play = (parent, color, at, number, more = {}) => ({ parent, move: { color, at, number, ...more } });

/** A record of two moves, with a variation of the second. */
const record = () => new TriedTree(gridLayout({ width: 3, height: 3 }), [
  { parent: null }, play(0, 'black', 'B2', 1), play(1, 'white', 'A1', 2), play(1, 'white', 'C3', 2),
]);

/** How many nodes are drawn. */
const placed = (tree) => new TreeLayout(tree).nodesIn({ left: 0, top: 0, right: Infinity, bottom: Infinity }).length;

let storage;
beforeEach(() => {
  storage = new FakeStorage();
  globalThis.sessionStorage = storage;
});

const settled = () => new Promise((resolve) => { setTimeout(resolve); });

/** A reader who tries moves; the server gives these answers, and `asked` are its questions. */
function reader(answers = () => ({ captured: [] }), tree = record()) {
  const cursor = new Cursor(tree);
  const [asked, refused, again] = [[], [], []];
  const ask = async (line) => {
    asked.push(line);
    const answer = answers(line, asked.length);
    if (answer instanceof Error || answer.code) throw answer;
    return answer;
  };
  const trying = new Trying(tree, cursor, besideRecord(tree, GAME), {
    key: KEY, ask, changed: () => {}, refused: (move, rule) => refused.push([move.at, rule]), later: (next) => again.push(next),
  });
  return { tree, cursor, trying, asked, refused, again };
}

test('a tried move hangs beside the record and shows at once', async () => {
  const { tree, cursor, trying, asked } = reader(() => ({ captured: ['A1'] }));
  cursor.goTo(2);
  assert.equal(trying.toMove, 'black');
  trying.play('A2');
  assert.deepEqual([cursor.node, trying.tried, tree.homeOf(cursor.node)], [4, true, 2]);
  assert.equal(tree.positionAt(4).stones, '...BB.W..');
  assert.equal(tree.nodes[4].move.number, 3);
  await settled();
  assert.deepEqual(asked, [{
    board: GAME.board, rules: 'japanese', setup: { stones: '.........', to_move: 'black' }, moves: 'B2,A1', move: 'black:A2',
  }]);
  assert.deepEqual(tree.positionAt(4), { stones: '...BB....', prisoners: { black: 1, white: 0 } });
  assert.equal(trying.goHome(), true);
  assert.deepEqual([cursor.node, trying.goHome()], [2, false]);
  assert.deepEqual(tree.children[2], [4]);
});

test('several moves ahead are judged in their order, and one that is none takes those behind it along', async () => {
  const { tree, cursor, trying, asked, refused } = reader(({ move }) => (move === 'white:C1' ? { illegal: 'ko', captured: [] } : { captured: [] }));
  cursor.goTo(3);
  for (const at of ['A3', 'C1', 'pass', 'B1']) trying.play(at);
  assert.deepEqual(tree.triedTo(cursor.node).map((node) => tree.nodes[node].move.color), ['black', 'white', 'black', 'white']);
  assert.equal(cursor.depth, 6);
  await settled();
  assert.deepEqual(asked.map(({ move }) => move), ['black:A3', 'white:C1']);
  assert.deepEqual([refused, cursor.node, tree.count], [[['C1', 'ko']], 4, 1]);
  assert.equal(cursor.length, 3, 'no way leads on');
  assert.equal(placed(tree), 5);
});

test('the same move again leads to where it is', async () => {
  const { tree, cursor, trying, asked } = reader();
  cursor.goTo(1);
  trying.play('C3');
  assert.deepEqual([cursor.node, trying.tried, tree.count], [3, false, 0]);
  trying.play('A3');
  cursor.goTo(3);
  trying.play('A3');
  assert.deepEqual([cursor.node, tree.count], [4, 1]);
  await settled();
  assert.equal(asked.length, 1);
});

test('a move is taken away with those behind it', async () => {
  const { tree, cursor, trying } = reader();
  cursor.goTo(2);
  for (const at of ['A3', 'C3', 'B3']) trying.play(at);
  await settled();
  cursor.step(-1);
  trying.remove();
  assert.deepEqual([cursor.node, tree.count, tree.children[4]], [4, 1, []]);
  trying.play('C3');
  assert.equal(tree.positionAt(cursor.node).stones, 'B.W.B.W..');
  assert.equal(placed(tree), 6);
  // The record's own moves stay.
  cursor.goTo(2);
  trying.remove();
  assert.deepEqual([cursor.node, tree.has(2)], [2, true]);
});

test('while the server is away the moves wait for it', async () => {
  let away = true;
  const { tree, cursor, trying, asked, again } = reader(() => (away ? { code: 'unreachable' } : { captured: [] }));
  cursor.goTo(2);
  trying.play('A3');
  trying.play('C1');
  await settled();
  // A click while the page waits asks nothing.
  trying.play('pass');
  cursor.step(-1);
  await settled();
  assert.deepEqual([asked.length, trying.away, again.length, tree.count], [1, true, 1, 3]);
  assert.equal(tree.positionAt(cursor.node).stones, 'B...B.W.W');
  away = false;
  again.pop()();
  await settled();
  assert.deepEqual([asked.length, trying.away, tree.nodes[cursor.node].waits], [4, false, false]);
});

test('a page that is loaded again has the moves still, and asks for those that nobody has judged', async () => {
  const first = reader(({ move }) => (move === 'white:C1' ? { code: 'unreachable' } : { captured: ['A1'] }));
  first.cursor.goTo(2);
  first.trying.play('A2');
  first.trying.play('C1');
  await settled();
  first.cursor.goTo(1);
  first.trying.play('B3');
  const { tree, asked } = reader();
  assert.deepEqual([tree.count, tree.children[2], tree.children[1]], [3, [4], [2, 3, 6]]);
  assert.deepEqual(tree.nodes[4].move.captured, ['A1']);
  await settled();
  assert.deepEqual(asked.map(({ move }) => move), ['white:C1', 'white:B3']);
  // Nonsense is as good as nothing.
  for (const nonsense of ['{', '7', '[]', 'null', '{"change": 7, "way": [null]}', '{"change": {"id": "a", "from": {"node": 99}, "move": "black:A1"}}',
    '{"change": {"id": "a", "from": {"node": 1}, "move": 7}}', '{"change": {"id": "a", "from": 7, "move": "black:A1"}}', '{"change": {"id": "a", "words": "b"}}']) {
    storage.items.clear();
    storage.setItem(`${KEY}/a`, nonsense);
    assert.equal(reader().tree.count, 0, nonsense);
  }
});

test('a tab keeps so many moves and no more', async () => {
  const { tree, trying } = reader();
  for (let i = 0; i < MOST_TRIED; i += 1) assert.equal(trying.play('pass'), true);
  assert.deepEqual([trying.play('pass'), tree.count], [false, MOST_TRIED]);
  await settled();
});

test('a line begins where stones were set up, or behind a move that the rules forbid', () => {
  const tree = new TriedTree(gridLayout({ width: 3, height: 2 }), [
    { parent: null, setup: { black: ['A1'] }, to_move: 'white' },
    play(0, 'white', 'A2', 1),
    play(1, 'white', 'B2', 2, { illegal: 'out_of_turn' }),
    { parent: 2, comment: 'Hm.' },
    play(3, 'black', 'C1', 3),
    { parent: 4, setup: { empty: ['A1'] } },
  ]);
  const asked = (parent, color, at) => besideRecord(tree, GAME).lineTo(tree.add(parent, { color, at }));
  assert.deepEqual(asked(0, 'white', 'B1').setup, { stones: '...B..', to_move: 'white' });
  assert.deepEqual(asked(1, 'black', 'B1').moves, 'A2');
  const behind = asked(4, 'white', 'B1');
  assert.deepEqual([behind.setup, behind.moves], [{ stones: 'WW.B..', to_move: 'black' }, 'C1']);
  const later = asked(5, 'white', 'A1');
  assert.deepEqual([later.setup, later.moves], [{ stones: 'WW...B', to_move: 'white' }, '']);
});

test('handicap stones that are moves, and turns that the record gives, begin a line', async () => {
  const tree = new TriedTree(gridLayout({ width: 3, height: 3 }), [
    { parent: null }, play(0, 'black', 'A1', 1), play(1, 'black', 'C3', 2), play(2, 'white', 'B2', 3), { parent: 3, to_move: 'white' },
  ]);
  const asked = (parent, color, at) => besideRecord(tree, GAME).lineTo(tree.add(parent, { color, at }));
  assert.equal(toMoveAt(tree, 1, 2), 'black');
  const behind = asked(3, 'black', 'C1');
  assert.deepEqual([behind.setup, behind.moves], [{ stones: '......B..', to_move: 'black' }, 'C3,B2']);
  const given = asked(4, toMoveAt(tree, 4, 2), 'C1');
  assert.deepEqual([given.setup, given.moves, given.move], [{ stones: '..B.W.B..', to_move: 'white' }, '', 'white:C1']);
});

test('where the record goes another way than the rules, the stones alone are asked about', async () => {
  const { tree, cursor, trying, asked } = reader(({ moves }) => (moves === '' ? { captured: ['B2'] } : { code: 'illegal_move' }));
  cursor.goTo(2);
  trying.play('A2');
  await settled();
  assert.deepEqual(asked.map(({ moves, setup }) => [moves, setup]), [
    ['B2,A1', { stones: '.........', to_move: 'black' }], ['', { stones: '....B.W..', to_move: 'black' }],
  ]);
  assert.deepEqual(tree.nodes[cursor.node].move.captured, ['B2']);
});

test('an answer that is not about the move lets it wait', async () => {
  const { tree, trying, refused } = reader(() => ({ code: 'members_only' }));
  trying.play('A2');
  await settled();
  assert.deepEqual([refused, tree.count, trying.away], [[], 1, true]);
});

test('the record tells who is to move', () => {
  const tree = (...nodes) => new TriedTree(gridLayout({ width: 3, height: 3 }), nodes);
  assert.equal(toMoveAt(tree({ parent: null }), 0), 'black');
  assert.equal(toMoveAt(tree({ parent: null, setup: { black: ['A1', 'C3'] } }), 0, 2), 'white');
  assert.equal(toMoveAt(tree({ parent: null, to_move: 'white' }), 0), 'white');
  assert.equal(toMoveAt(tree({ parent: null, setup: { white: ['A1'] } }, play(0, 'white', 'B2', 1)), 0), 'white');
  assert.equal(toMoveAt(tree({ parent: null }, play(0, 'white', 'B2', 1), { parent: 1, comment: 'Hm.' }), 2), 'black');
});
