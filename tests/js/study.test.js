// The study board: what its address says, stones that are set up, and its tree.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { readFileSync } from 'node:fs';
import { KeptTree } from '../../static/trying/kept-tree.js';
import { StudyTree } from '../../static/study/study-tree.js';
import { beginningFile, studyFile } from '../../static/study/study-file.js';
import { besideRecord, toMoveAt } from '../../static/trying/tried-tree.js';
import { boardNamed, nameOfBoard } from '../../static/go/named-board.js';
import { clicked, emptyStudy, fits, fromAddress, isEmpty, rootOf, studyAddress, withStones } from '../../static/go/study.js';
import { gridLayout } from '../../static/board/layout.js';
import { keepStudy, studyOf } from '../../static/study/kept-study.js';
import { keptAddress, mayBeStudy } from '../../static/study/kept-address.js';
import { nodeText } from '../../static/trying/words.js';
import { setPlayer } from '../../static/net/player.js';

const read = (address) => fromAddress(new URL(address, 'http://tengen.example').searchParams);
const ROW = gridLayout({ width: 3, height: 1 });
/** Beginnings, each with what the server's records say of it (`crates/records/tests/records/letters.rs`). */
const BEGINNINGS = JSON.parse(readFileSync(new URL('../../crates/records/tests/records/beginnings.json', import.meta.url), 'utf8'));

test('an address says everything a study begins with, and is read back', () => {
  const studies = [
    emptyStudy(),
    emptyStudy('torus 9x9'),
    { board: '3x1', rules: 'chinese', komi: 7.5, stones: 'B.W', to_move: 'white' },
    { board: 'petersen', rules: { preset: 'japanese', suicide: 'allowed', pass_stones: true, resumptions: 2 }, komi: -5, stones: '', to_move: 'black' },
    { ...emptyStudy(), komi: 0 },
  ];
  for (const study of studies) assert.deepEqual(read(studyAddress(study)), study);
  assert.equal(studyAddress(studies[1]), '/study?board=torus+9x9&rules=japanese');
  assert.deepEqual(read('/study'), emptyStudy());
});

test('a position that the server is asked about has an address', () => {
  const position = { board: { width: 3, height: 1 }, rules: 'japanese', komi: 6.5, stones: '.B.', to_move: 'white' };
  assert.equal(studyAddress(position), '/study?board=3x1&rules=japanese&komi=6.5&stones=.B.&to_move=white');
  assert.equal(studyAddress({ ...position, komi: undefined, stones: '...', to_move: null, board: { name: 'hexagon 5' } }), '/study?board=hexagon+5&rules=japanese');
});

test('nonsense in an address is left out, or is for the server to refuse', () => {
  assert.equal(read('/study?komi=much').komi, null);
  assert.equal(read('/study?komi=1e9').komi, null);
  assert.equal(read('/study?komi=0.3').komi, null);
  assert.equal(read('/study?to_move=red').to_move, 'black');
  assert.equal(read('/study?stones=...').stones, '');
  assert.deepEqual(read('/study?rules=none&tax=&colour=red').rules, { preset: 'none', tax: '' });
});

test('stones fit a board by their number and their letters', () => {
  for (const [stones, fit] of [['', true], ['B.W', true], ['B.', false], ['B.WB', false], ['B.X', false], ['b.w', false]]) {
    assert.equal(fits({ stones }, 3), fit, stones);
  }
});

test('a click puts a stone, another one in its place, or takes it away', () => {
  assert.equal(clicked('...', 1, 'black'), '.B.');
  assert.equal(clicked('.B.', 1, 'white'), '.W.');
  assert.equal(clicked('.W.', 1, 'white'), '...');
  assert.equal(clicked('.W.', 1, 'erase'), '...');
  assert.equal(clicked('.W.', 2, 'erase'), '.W.');
  assert.equal(withStones(emptyStudy(), '...').stones, '');
  assert.equal(isEmpty(withStones(emptyStudy(), '.B.')), false);
  assert.equal(isEmpty({ ...emptyStudy(), to_move: 'white' }), false);
  assert.equal(isEmpty(emptyStudy('9x9')), true);
});

test('moves begin with the stones that are set up, and with the player to move', () => {
  const study = { ...emptyStudy('3x1'), stones: 'BW.', to_move: 'white' };
  assert.deepEqual(rootOf(study, ROW), { parent: null, to_move: 'white', setup: { black: ['A1'], white: ['B1'] } });
  assert.deepEqual(rootOf(emptyStudy('3x1'), ROW), { parent: null, to_move: 'black' });
  const tree = new StudyTree(ROW, study);
  assert.equal(tree.positionAt(0).stones, 'BW.');
  assert.equal(toMoveAt(tree, 0), 'white');
  const { lineTo } = besideRecord(tree, { board: { width: 3, height: 1 }, rules: 'chinese' });
  const pass = tree.add(0, { color: 'white', at: 'pass', captured: [] });
  const node = tree.add(pass, { color: 'black', at: 'C1' });
  assert.deepEqual(lineTo(node), {
    board: { width: 3, height: 1 }, rules: 'chinese', setup: { stones: 'BW.', to_move: 'white' }, moves: 'pass', move: 'black:C1',
  });
});

test('no move of a study looks as if it were beside something else', () => {
  const tree = new StudyTree(ROW, emptyStudy('3x1'));
  const node = tree.add(0, { color: 'black', at: 'B1', captured: [] });
  assert.equal(tree.isTried(node), true);
  assert.equal(nodeText(tree, node), 'Move 1: Black B1');
});

test('boards have names in addresses', () => {
  assert.deepEqual(boardNamed('13x9'), { width: 13, height: 9, name: 'grid 13x9' });
  assert.deepEqual(boardNamed('torus 9x9'), { name: 'torus 9x9' });
  for (const board of [{ width: 13, height: 9 }, boardNamed('13x9'), boardNamed('grid 13x9')]) assert.equal(nameOfBoard(board), '13x9');
  assert.equal(nameOfBoard({ name: 'torus 9x9', width: 9, height: 9 }), 'torus 9x9');
});

test('the beginning of a study is a file, on boards that the format does not know in properties of its own', () => {
  const study = { board: '3x1', rules: { preset: 'chinese', suicide: 'allowed', pass_stones: true }, komi: 7.5, stones: 'B.W', to_move: 'white' };
  assert.equal(
    beginningFile(study, ROW, 'Three [in a row]'),
    '(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[3:1]RU[Chinese]XRU[chinese,pass_stones=true,suicide=allowed]KM[7.5]GN[Three [in a row\\]]AB[aa]AW[ca]PL[W])\n');
  assert.equal(beginningFile(emptyStudy('9x9'), gridLayout({ width: 9, height: 9 })), '(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[9]RU[Japanese])\n');
  const torus = { ...ROW, name: 'torus 3x1' };
  assert.equal(
    beginningFile({ ...study, rules: 'ancient-territory', komi: null }, torus), '(;FF[4]CA[UTF-8]AP[Tengen]XSZ[torus 3x1]RU[ancient-territory]XAB[A1]XAW[C1]PL[W])\n');
});

test('the board, the rules and the komi are written as in the records of games', () => {
  for (const { board, rules, komi, written } of BEGINNINGS) {
    const [preset, ...axes] = rules.split(',');
    const changed = Object.fromEntries(axes.reverse().map((axis) => axis.split('=')));
    const [width, height] = board.split('x').map(Number);
    const study = { ...emptyStudy(board), rules: axes.length > 0 ? { preset, ...changed } : preset, komi: Number(komi) };
    assert.equal(beginningFile(study, gridLayout({ width, height })), `(;GM[1]FF[4]CA[UTF-8]AP[Tengen]${written})\n`);
  }
});

test('a study is saved with its ways on, marks and words', () => {
  const study = { ...emptyStudy('3x1'), stones: 'B..' };
  const tree = new StudyTree(ROW, study);
  const kept = new KeptTree(tree);
  kept.write(0, 'words', 'A \\ and a ]');
  const first = kept.make(0, { move: { color: 'black', at: 'C1' } });
  kept.make(first, { move: { color: 'white', at: 'pass' } });
  const other = kept.make(first, { move: { color: 'white', at: 'B1' } });
  kept.write(other, 'marks', { triangle: ['A1', 'C1'], labels: [['B1', '1:2']] });
  assert.equal(studyFile(study, ROW, { tree, kept }), `(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[3:1]RU[Japanese]AB[aa]C[A \\\\ and a \\]]
;B[ca]
(;W[])
(;W[ba]TR[aa][ca]LB[ba:1\\:2]))
`);
});

test('a record that is only a position is a study, and its address names it', () => {
  const info = { komi: 6.5, handicap: 0 };
  const record = { board: { width: 3, height: 1, name: 'grid 3x1' }, info, judged_by: 'japanese', nodes: [{ parent: null, setup: { black: ['A1'], white: ['C1'] }, to_move: 'white' }] };
  assert.deepEqual(studyOf(record, ROW), { board: '3x1', rules: 'japanese', komi: 6.5, stones: 'B.W', to_move: 'white' });
  const empty = { ...record, info: { ...info, komi: null }, nodes: [{ parent: null }] };
  assert.deepEqual(studyOf(empty, ROW), { ...emptyStudy('3x1') });
  for (const more of [
    { nodes: [...record.nodes, { parent: 0, move: { color: 'white', at: 'B1' } }] }, { nodes: [{ parent: null, comment: 'Hello' }] }, { info: { ...info, handicap: 2 } },
  ]) assert.equal(studyOf({ ...record, ...more }, ROW), null);
  assert.deepEqual([{ moves: 0, node_count: 1 }, { moves: 0, node_count: 2 }, { moves: 1, node_count: 1 }].map(mayBeStudy), [true, false, false]);
  assert.equal(keptAddress('7h2m9k4q1w6x3c8v'), '/study?record=7h2m9k4q1w6x3c8v');
});

test('what the server has kept of a study is shown, and where it can not say what it was, that is told', async (context) => {
  const answers = [new Response('{"records":[{"id":"0000000000000000"}]}', { status: 201 }), new Response(null, { status: 201 })];
  context.mock.method(globalThis, 'fetch', async () => answers.shift());
  setPlayer({ id: '1111111111111111', name: 'Ann', kind: 'guest', guest: true });
  assert.deepEqual(await keepStudy(emptyStudy('3x1'), ROW, 'Mine'), { id: '0000000000000000', name: 'Mine' });
  await assert.rejects(keepStudy(emptyStudy('3x1'), ROW, 'Mine'), { code: 'answer_not_kept' });
});
