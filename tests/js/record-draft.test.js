// A record as its owner changes it: the changes that are sent, and the same node before and after.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { factsOf, faultsOf } from '../../static/record/facts.js';
import { RecordDraft, MOST_CHANGES } from '../../static/record/record-draft.js';
import { TreeLayout } from '../../static/trying/layout.js';
import { gridLayout } from '../../static/board/layout.js';
import { longestRun } from '../../static/record/draft-changes.js';
import { generator, seedOfRun, times } from '../dice.mjs';
import { patched } from './record-server.js';

const LAYOUT = gridLayout({ width: 9, height: 9 });
const INFO = {
  players: { black: { name: 'Ann', rank: '3d', team: null }, white: { name: null, rank: null, team: null } },
  result: { text: 'W+R', winner: 'white', by: 'resignation', margin: null }, rules: 'Japanese', preset: 'japanese', komi: 6.5, handicap: 0, time: '600', main_time: 600_000,
  overtime: null, name: null, date: null, place: null, event: null, round: null, opening: null, annotator: null, user: null, source: null,
  copyright: null, application: 'Old', comment: null,
};
const play = (parent, color, at, more = {}) => ({ parent, move: { color, at, number: 1 }, ...more });

//  0  1 black A1  2 white B1  3 black C1
//                 4 white B2  5 black C2
//                 6 white B3
const NODES = [
  { parent: null }, play(0, 'black', 'A1', { comment: 'One.' }), play(1, 'white', 'B1'), play(2, 'black', 'C1', { remarks: { good_move: 1 } }),
  play(1, 'white', 'B2', { marks: { triangle: ['A1', 'B2'] } }), play(4, 'black', 'C2'), play(1, 'white', 'B3'),
];

function draftOf(nodes = NODES, info = INFO) {
  const draft = new RecordDraft(LAYOUT, { nodes, info });
  draft.tree.watcher = new TreeLayout(draft.tree);
  return draft;
}

/** The tree as its shape and words alone. */
const shapeOf = (nodes) => nodes.map(({ parent, move, comment, name, marks }) => ({ parent, move: move && `${move.color}:${move.at}`, comment, name, marks }));

/** The nodes of a draft as GET would tell them. */
function drafted({ tree }) {
  const all = tree.inOrder();
  return all.map((node) => {
    const { comment, name, marks, move } = tree.nodes[node];
    const isMarked = marks && Object.keys(marks).length > 0;
    return { parent: node === 0 ? null : all.indexOf(tree.parentOf(node)), move, comment: comment || undefined, name: name || undefined, marks: isMarked ? marks : undefined };
  });
}

/** What the server makes of the changes is the draft. */
function arrives(draft) {
  const after = patched(draft.record.nodes, draft.changes);
  assert.deepEqual(shapeOf(after), shapeOf(drafted(draft)));
  return after;
}

test('a draft without a change has none to send', () => {
  const draft = draftOf();
  assert.deepEqual([draft.count, draft.body], [0, {}]);
  draft.write(1, 'comment', 'Two.');
  draft.write(1, 'comment', 'One.');
  draft.write(2, 'name', 'x');
  draft.write(2, 'name', '');
  draft.write(4, 'marks', { triangle: ['B2', 'A1'] });
  assert.deepEqual(draft.body, {});
});

test('removals come first, then new nodes behind their parents, then words and the order', () => {
  const draft = draftOf();
  draft.write(1, 'comment', '');
  draft.write(2, 'marks', { circle: ['B1'] });
  draft.write(4, 'marks', {});
  const made = draft.add(2, { color: 'black', at: 'D4' });
  const behind = draft.add(made, { color: 'black', at: 'pass' });
  draft.write(behind, 'comment', 'Again.');
  draft.shift(made, -1);
  draft.shift(6, -1);
  draft.remove(5);
  assert.deepEqual(draft.body, { changes: [
    { node: 5, gone: true },
    { id: 'n0', from: { node: 2 }, move: 'black:D4', order: 0 },
    { id: 'n1', parent: 'n0', move: 'black:pass', comment: 'Again.' },
    { node: 1, comment: '' },
    { node: 2, marks: { circle: ['B1'] } },
    { node: 4, marks: {}, order: 2 },
  ] });
  assert.equal(draft.count, 6);
  arrives(draft);
});

test('a node goes with all behind it, whether it was saved or not', () => {
  const draft = draftOf();
  const made = draft.add(5, { color: 'white', at: 'E5' });
  assert.deepEqual(draft.remove(made), [made]);
  assert.equal(draft.count, 0);
  draft.add(5, { color: 'white', at: 'E5' });
  draft.remove(4);
  draft.remove(1);
  assert.deepEqual(draft.changes, [{ node: 1, gone: true }]);
  assert.equal(draft.tree.forks, 0);
  arrives(draft);
});

test('a move that is removed and made once more is the same, unless only a file can say what it had', () => {
  const draft = draftOf();
  draft.remove(6);
  const again = draft.add(1, { color: 'white', at: 'B3' });
  assert.deepEqual(draft.changes, []);
  draft.write(again, 'comment', 'Back.');
  draft.add(again, { color: 'black', at: 'D1' });
  assert.deepEqual(draft.changes, [{ id: 'n0', from: { node: 6 }, move: 'black:D1' }, { node: 6, comment: 'Back.' }]);
  arrives(draft);
  // What was behind it stays away, and so does what was drawn there.
  const other = draftOf();
  other.remove(4);
  other.add(1, { color: 'white', at: 'B2' });
  assert.deepEqual(other.changes, [{ node: 5, gone: true }, { node: 4, marks: {}, order: 2 }]);
  arrives(other);
  const said = draftOf();
  said.remove(3);
  said.add(2, { color: 'black', at: 'C1' });
  assert.deepEqual(said.changes, [{ node: 3, gone: true }, { id: 'n0', from: { node: 2 }, move: 'black:C1' }]);
  // Another colour is another move.
  const turned = draftOf();
  turned.remove(6);
  turned.add(1, { color: 'black', at: 'B3' });
  assert.deepEqual(turned.changes.map(({ gone, move }) => gone ?? move), [true, 'black:B3']);
});

test('a variation becomes the main line with one change', () => {
  const draft = draftOf();
  draft.shift(6, -1);
  draft.shift(6, -1);
  draft.shift(6, -1);
  assert.deepEqual(draft.changes, [{ node: 6, order: 0 }]);
  arrives(draft);
  draft.shift(6, 1);
  draft.shift(6, 1);
  assert.deepEqual(draft.changes, []);
});

test('nodes are called by their numbers', () => {
  const numbered = NODES.map((node, place) => ({ ...node, node: 10 * place }));
  const draft = draftOf(numbered);
  draft.remove(5);
  const made = draft.add(4, { color: 'black', at: 'D2' });
  draft.write(6, 'name', 'last');
  assert.deepEqual(draft.changes, [{ node: 50, gone: true }, { id: 'n0', from: { node: 40 }, move: 'black:D2' }, { node: 60, name: 'last' }]);
  // A node that was there is found by its number, and a new one by its place.
  const after = { nodes: arrives(draft) };
  assert.deepEqual([draft.placeIn(after, 6), after.nodes[draft.placeIn(after, 6)].node], [6, 60]);
  assert.equal(after.nodes[draft.placeIn(after, made)].move.at, 'D2');
  assert.deepEqual([draft.homeOf(made), draft.homeOf(6)], [4, 6]);
});

test('whatever was done, the server makes the draft of it', () => {
  const random = generator(seedOfRun(7));
  for (let round = 0; round < 300 * times; round += 1) {
    const draft = draftOf(NODES.map((node, place) => ({ ...node, node: 3 * place + 1 })));
    const { tree } = draft;
    for (let step = 0; step < 12; step += 1) {
      const all = tree.inOrder();
      const node = all[random(all.length)];
      const deeds = [
        () => node > 0 && draft.remove(node),
        () => draft.shift(node, [-1, 1][random(2)]),
        () => draft.write(node, ['comment', 'name'][random(2)], ['', 'x', 'One.'][random(3)]),
        () => draft.write(node, 'marks', [{}, { cross: ['A1'] }][random(2)]),
      ];
      const deed = deeds[random(8)];
      if (deed) deed();
      else {
        const move = { color: ['black', 'white'][random(2)], at: ['A1', 'B1', 'B2', 'B3', 'C1'][random(5)] };
        if (tree.sameMove(node, move) === undefined) draft.add(node, move);
      }
      const drawn = tree.watcher.nodesIn({ left: 0, top: 0, right: Infinity, bottom: Infinity });
      assert.deepEqual(drawn.sort((a, b) => a - b), tree.inOrder().sort((a, b) => a - b));
    }
    arrives(draft);
  }
});

test('a draft has an end', () => {
  const draft = draftOf();
  let node = 5;
  for (let i = 0; i < MOST_CHANGES; i += 1) {
    assert.ok(draft.hasRoom);
    node = draft.add(node, { color: 'white', at: 'pass' });
  }
  assert.equal(draft.hasRoom, false);
});

test('the headline is sent as far as it has changed', () => {
  const draft = draftOf();
  draft.writeFacts({ komi: '6,5', handicap: '0' });
  assert.equal(draft.count, 0);
  draft.writeFacts({ 'black.rank': '', 'white.name': 'Ben', komi: '7', result: 'B+3.5', event: 'Evening', handicap: '2', time: '1200' });
  assert.deepEqual(draft.body, { info: {
    players: { black: { rank: '' }, white: { name: 'Ben' } }, result: 'B+3.5', komi: 7, handicap: 2, event: 'Evening', time: '1200',
  } });
  assert.equal(draft.count, 7);
  const { info } = draft;
  assert.deepEqual([info.players.black, info.players.white.name, info.result.text, info.komi, info.event, info.main_time, info.application],
    [{ name: 'Ann', rank: null, team: null }, 'Ben', 'B+3.5', 7, 'Evening', null, 'Old']);
  draft.writeFacts({ result: '', komi: '' });
  assert.deepEqual([draft.body.info.komi, draft.info.komi, draft.info.result], [null, null, null]);
  assert.equal(draft.info.preset, 'japanese');
  draft.writeFacts({ rules: 'Chinese' });
  assert.equal(draft.info.preset, null, 'the server tells by which rules it is then');
});

test('as many as possible stay where they are', () => {
  assert.deepEqual(longestRun([1, 2, 3], [1, 2, 3]), [1, 2, 3]);
  assert.deepEqual(longestRun([1, 2, 3, 4], [4, 1, 2, 3]), [1, 2, 3]);
  assert.deepEqual(longestRun([1, 2, 3, 4], [2, 3, 4, 1]), [2, 3, 4]);
  assert.deepEqual(longestRun([1, 2, 3], [3, 2, 1]).length, 1);
  assert.deepEqual(longestRun([], []), []);
});

test('a draft is never larger than a request may be', () => {
  const draft = draftOf();
  draft.write(1, 'comment', '囲'.repeat(40_000));
  assert.equal(draft.hasRoom, true);
  draft.write(2, 'comment', '囲'.repeat(40_000));
  assert.equal(draft.hasRoom, false);
  draft.write(1, 'comment', 'One.');
  assert.equal(draft.hasRoom, true);
});

test('a komi is a number of half points', () => {
  const saved = factsOf(INFO);
  for (const [komi, faults] of [['6.5', []], ['7', []], ['-0,5', []], ['', []], ['-625', []], ['625.5', ['komi']], ['6.3', ['komi']], ['3.75', ['komi']], ['six', ['komi']]]) {
    assert.deepEqual(faultsOf({ ...saved, komi }, saved), faults, komi);
  }
});
