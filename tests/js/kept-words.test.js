// Words, marks and the order of the ways to go on, on several devices of one reader.

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { FakeStorage } from './fakes.js';
import { TreeServer } from './tree-server.js';
import { device, lines, told } from './tree-device.js';
import { isSaid } from '../../static/trying/words.js';
import { marked } from '../../static/trying/marking.js';

beforeEach(() => { globalThis.sessionStorage = new FakeStorage(); });

test('ways come in their order, and the own one first', async () => {
  const server = new TreeServer();
  server.patch([
    { id: 'b', from: { node: 1 }, move: 'white:C1', order: 1 }, { id: 'a', from: { node: 1 }, move: 'white:C2', order: 1 },
    { id: 'c', from: { node: 1 }, move: 'white:C3', order: 0 },
  ]);
  const desk = await device(server);
  const ways = () => desk.tree.children[1].map((node) => desk.tree.nodes[node].move.at);
  assert.deepEqual(ways(), ['A1', 'C3', 'C2', 'C1']);
  desk.cursor.goTo(1);
  await desk.plays('B1');
  await desk.waits();
  assert.deepEqual([ways(), [...server.nodes.values()].at(-1).order], [['A1', 'C3', 'C2', 'C1', 'B1'], 2]);
  server.patch([{ id: 'c', order: 7 }]);
  await desk.looks();
  assert.deepEqual(ways(), ['A1', 'C2', 'C1', 'B1', 'C3']);
  lines(desk);
});

test('marks and words are said of any position, and cleared without a trace', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  const phone = await device(server, { storage: new FakeStorage() });
  // At a move of the record: a note hangs there.
  desk.trying.tool = 'triangle';
  assert.deepEqual(desk.trying.mark('B2'), { kind: 'triangle' });
  desk.trying.tool = 'letter';
  assert.deepEqual(desk.trying.mark('C3'), { kind: 'label', text: 'A' });
  desk.trying.write('words', 'Hm.');
  await desk.waits();
  assert.deepEqual(told(server).at(-1).map(({ id, ...said }) => said), [{ from: { node: 2 }, marks: { triangle: ['B2'], labels: [['C3', 'A']] }, words: 'Hm.', order: 0 }]);
  await phone.looks();
  assert.deepEqual([phone.trying.words, phone.trying.marks, phone.tree.count], ['Hm.', { triangle: ['B2'], labels: [['C3', 'A']] }, 0]);
  // Of a tried move the node itself says it, and the tree shows that it does.
  await desk.plays('A2');
  desk.trying.write('words', 'Here.');
  await desk.waits();
  assert.deepEqual([server.ids.length, [...server.nodes.values()].at(-1).words, isSaid(desk.tree, desk.cursor.node)], [2, 'Here.', true]);
  // Both write: who is last wins the field, not the node.
  await phone.looks();
  phone.trying.write('words', 'From the phone.');
  desk.cursor.goTo(2);
  desk.trying.tool = 'remove';
  assert.equal(desk.trying.mark('C3'), null);
  await desk.waits();
  await phone.waits();
  await desk.looks();
  for (const each of [desk, phone]) assert.deepEqual([each.trying.words, each.trying.marks], ['From the phone.', { triangle: ['B2'] }]);
  // A note that says nothing any more goes.
  desk.trying.mark('B2');
  desk.trying.write('words', '');
  await desk.waits();
  assert.deepEqual([...server.nodes.values()].map(({ move }) => move), ['black:A2']);
  await phone.looks();
  assert.deepEqual([phone.trying.words, phone.trying.marks, lines(phone)], ['', {}, ['A2']]);
  // The tab keeps them, too.
  server.problems = [{ code: 'unreachable' }];
  phone.cursor.goTo(3);
  phone.trying.write('words', 'Changed.');
  await phone.waits();
  const again = await device(server, { storage: phone.storage });
  await again.waits();
  assert.equal([...server.nodes.values()][0].words, 'Changed.');
  // Words that nobody has seen are made again with the move that another device has removed.
  again.cursor.goTo(3);
  again.trying.write('words', 'Once more.');
  server.patch([{ id: server.ids[0], gone: true }]);
  await again.waits();
  assert.deepEqual([...server.nodes.values()].map(({ move, words }) => [move, words]), [['black:A2', 'Once more.']]);
});

test('a tool marks a point once, and the same one again takes the mark off', () => {
  const uses = (...uses) => uses.reduce((marks, [tool, at]) => marked(marks, tool, at), {});
  assert.deepEqual(uses(['triangle', 'A1'], ['square', 'A1'], ['circle', 'B1'], ['circle', 'B1']), { square: ['A1'] });
  assert.deepEqual(uses(['letter', 'A1'], ['letter', 'B1'], ['number', 'C1'], ['letter', 'A1'], ['letter', 'A2']), { labels: [['B1', 'B'], ['C1', '1'], ['A2', 'A']] });
  assert.deepEqual(uses(['number', 'A1'], ['letter', 'A1']), { labels: [['A1', 'A']] });
  assert.deepEqual(marked({ lines: [['A1', 'B1']], dim: [], selected: ['A1'] }, 'remove', 'A1'), { lines: [['A1', 'B1']], dim: [] });
  assert.deepEqual(marked({}, 'letter', 'C3', { labels: [['A1', 'A']] }), { labels: [['C3', 'B']] });
  const all = Array.from({ length: 28 }, (_, i) => ['letter', `A${i + 1}`]);
  assert.deepEqual(uses(...all).labels.slice(25).map(([, text]) => text), ['Z', 'AA', 'AB']);
});

test('a way goes before another one, and on every device', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  for (const at of ['A2', 'C3', 'B3']) {
    desk.cursor.goTo(2);
    await desk.plays(at);
  }
  await desk.waits();
  const phone = await device(server, { storage: new FakeStorage() });
  const ways = ({ tree }) => tree.children[2].map((node) => tree.nodes[node].move.at);
  assert.deepEqual([desk.trying.earlier, desk.trying.later], [true, false]);
  desk.trying.shift(-1);
  desk.trying.shift(-1);
  desk.trying.shift(-1);
  assert.deepEqual([ways(desk), desk.trying.earlier, desk.trying.later], [['B3', 'A2', 'C3'], false, true]);
  await desk.waits();
  await phone.looks();
  assert.deepEqual(ways(phone), ['B3', 'A2', 'C3']);
  lines(desk);
  lines(phone);
  // The move of the record is no way that goes elsewhere.
  desk.cursor.goTo(1);
  await desk.plays('B1');
  assert.equal(desk.trying.earlier, false);
});
