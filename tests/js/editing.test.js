// The acts of the owner of a record while it is edited, beside a server that judges.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Editing } from '../../static/record/editing.js';
import { RecordDraft } from '../../static/record/record-draft.js';
import { TriedTree } from '../../static/trying/tried-tree.js';
import { faultsOf } from '../../static/record/facts.js';
import { gridLayout } from '../../static/board/layout.js';

const LAYOUT = gridLayout({ width: 3, height: 3 });
const PLAYER = { name: null, rank: null, team: null };
const play = (parent, color, at) => ({ parent, move: { color, at, number: 1 } });
const settled = () => new Promise((resolve) => { setTimeout(resolve); });

function editing(nodes, { place = 0, answer = () => ({ captured: [] }) } = {}) {
  const asked = [];
  const refused = [];
  const draft = new RecordDraft(LAYOUT, { nodes, info: { players: { black: PLAYER, white: PLAYER }, result: null } });
  const made = new Editing(draft, { board: { width: 3, height: 3 }, rules: 'japanese', handicap: 0 }, {
    place, changed: () => {}, later: () => {}, refused: ({ at }, rule) => refused.push([at, rule]),
    async ask(line) {
      asked.push(line);
      const said = answer(line);
      if (said.code) throw said;
      return said;
    },
  });
  return { made, draft, asked, refused, ways: (node) => draft.tree.children[node].map((child) => draft.tree.nodes[child].move) };
}

test('moves are of the colour whose turn it is, or of the one that is chosen', async () => {
  const { made, draft, asked } = editing([{ parent: null }, play(0, 'black', 'A1')], { place: 1 });
  assert.equal(made.toMove, 'white');
  made.play('B1');
  assert.equal(made.toMove, 'black');
  made.flip();
  assert.equal(made.toMove, 'white');
  made.play('C1');
  // The choice was for that move.
  assert.equal(made.toMove, 'black');
  made.cursor.goTo(1);
  // The record goes on with White, and so does another move here.
  assert.equal(made.toMove, 'white');
  made.play('B1');
  assert.equal(made.node, 2);
  await settled();
  assert.deepEqual(draft.changes.map(({ move }) => move), ['white:B1', 'white:C1']);
  // Two moves of a colour: the stones are where the question begins.
  assert.deepEqual([asked[1].setup.to_move, asked[1].move], ['white', 'white:C1']);
});

test('a move that the rules forbid goes again, with all behind it', async () => {
  const { made, draft, refused } = editing([{ parent: null }], { answer: ({ move }) => (move.endsWith('A1') ? { illegal: 'suicide' } : { captured: [] }) });
  made.play('A1');
  made.play('B1');
  await settled();
  assert.deepEqual([made.node, draft.count, refused], [0, 0, [['A1', 'suicide']]]);
});

test("captures are the server's to tell", async () => {
  const { made, draft } = editing([{ parent: null, setup: { white: ['A1'], black: ['B1'] }, to_move: 'black' }], { answer: () => ({ captured: ['A1'] }) });
  made.play('A2');
  await settled();
  assert.equal(draft.tree.positionAt(made.node).stones, '...B...B.');
});

test('marks, words and the order of the shown node are written, and nothing while the draft is on its way', () => {
  const { made, draft, ways } = editing([{ parent: null }, play(0, 'black', 'A1'), play(0, 'black', 'B1')], { place: 2 });
  made.tool = 'letter';
  assert.deepEqual(made.mark('A1'), { kind: 'label', text: 'A' });
  made.write('comment', 'Hm.');
  assert.deepEqual([made.earlier, made.later], [true, false]);
  made.shift(-1);
  assert.deepEqual(ways(0).map(({ at }) => at), ['B1', 'A1']);
  const { changes } = draft;
  assert.deepEqual(changes, [{ node: 2, comment: 'Hm.', marks: { labels: [['A1', 'A']] } }, { node: 1, order: 1 }]);
  made.isSaving = true;
  assert.equal(made.mark('B1'), undefined);
  assert.equal(made.write('comment', ''), false);
  assert.equal(made.play('C1'), false);
  made.shift(1);
  made.remove();
  assert.equal(draft.changes, changes);
});

test('the shown node is removed with all behind it, but not the root', () => {
  const { made, draft } = editing([{ parent: null }, play(0, 'black', 'A1'), play(1, 'white', 'B1'), play(2, 'black', 'C1')], { place: 2 });
  assert.equal(made.removable, 2);
  made.remove();
  assert.deepEqual([made.node, draft.changes], [1, [{ node: 2, gone: true }]]);
  made.cursor.first();
  assert.equal(made.removable, 0);
  made.remove();
  assert.deepEqual(draft.changes, [{ node: 2, gone: true }]);
});

test('kept nodes hang on the nodes of a record by their numbers', () => {
  const tree = new TriedTree(LAYOUT, [{ parent: null, node: 0 }, { ...play(0, 'black', 'A1'), node: 7 }, play(1, 'white', 'B1')]);
  assert.deepEqual([0, 1, 2].map((node) => tree.placeOf(node)), [{ node: 0 }, { node: 7 }, { node: 2 }]);
  assert.deepEqual([0, 7, 2, 1, 9, undefined, 'x'].map((node) => tree.nodeAt({ node })), [0, 1, 2, null, null, null, null]);
});

test('numbers of the headline are numbers', () => {
  const faults = (komi, handicap, saved = '') => faultsOf({ komi, handicap }, { komi: saved });
  assert.deepEqual([faults('6.5', '2'), faults('', ''), faults('-7,5', '0', '6.5'), faults('', '', '6.5'), faults('999', '', '999')], [[], [], [], [], []]);
  assert.deepEqual([faults('999', ''), faults('0', '256')], [['komi'], ['handicap']]);
  assert.deepEqual([faults('six', '2.5'), faults('6.', '-1'), faults('1e3', 'x')], [['komi', 'handicap'], ['komi', 'handicap'], ['komi', 'handicap']]);
});
