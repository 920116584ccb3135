// The tree of tried moves that the server keeps, on several devices of one reader.

import './english.js';
import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { Cursor } from '../../static/trying/tree.js';
import { FakeStorage, FakeTimers } from './fakes.js';
import { MOST_KEPT, MOST_TRIED, Trying } from '../../static/trying/trying.js';
import { TreeLayout } from '../../static/trying/layout.js';
import { TreeServer } from './tree-server.js';
import { TriedTree, besideRecord } from '../../static/trying/tried-tree.js';
import { forgetCopy } from '../../static/trying/tab-copy.js';
import { isSaid } from '../../static/trying/words.js';
import { marked } from '../../static/trying/marking.js';
import { gridLayout } from '../../static/board/layout.js';

const GAME = { board: { width: 3, height: 3 }, rules: 'japanese', handicap: 0 };
const KEY = 'tengen.tried.record.r.ann';
const STRANGER = 'tengen.tried.record.r.';
const play = (parent, color, at, number) => ({ parent, move: { color, at, number } });
const settled = () => new Promise((resolve) => { setTimeout(resolve); });

beforeEach(() => { globalThis.sessionStorage = new FakeStorage(); });

/** A device with a page of a record of two moves. Several devices have a storage each. */
async function device(server, { key = KEY, storage = globalThis.sessionStorage, ask = () => ({ captured: [] }), known } = {}) {
  const tree = new TriedTree(gridLayout({ width: 3, height: 3 }), [{ parent: null }, play(0, 'black', 'B2', 1), play(1, 'white', 'A1', 2)]);
  tree.watcher = new TreeLayout(tree);
  const cursor = new Cursor(tree);
  cursor.goTo(2);
  const [refused, led, timers] = [[], [], new FakeTimers()];
  let attendance;
  globalThis.sessionStorage = storage;
  const trying = new Trying(tree, cursor, besideRecord(tree, GAME), {
    key, strangersKey: key === KEY ? STRANGER : null, server: server?.door, known, timers, later: () => {},
    ask: async (line) => {
      const answer = ask(line);
      if (answer.code) throw answer;
      return answer;
    },
    changed: () => {}, refused: (move, rule) => refused.push([move.at, rule]), led: () => led.push(cursor.node),
    attends: (calls) => {
      attendance = calls;
      return () => {};
    },
  });
  await settled();
  const does = async (deed) => {
    globalThis.sessionStorage = storage;
    deed();
    await settled();
    await settled();
  };
  return {
    tree, cursor, trying, refused, led, timers, storage, kept: trying.kept,
    plays: (...moves) => does(() => moves.forEach((at) => trying.play(at))),
    removes: () => does(() => trying.remove()),
    /** What was changed is sent. */
    waits: (time = 1_000) => does(() => timers.advance(time)),
    looks: () => does(() => attendance.look()),
    leaves: () => does(() => attendance.leave()),
    due: () => does(() => attendance.due()),
    writes: (node, field, value) => does(() => {
      trying.kept.write(node, field, value);
      trying.keep();
    }),
  };
}

/** The tried lines of a tree, as a reader finds them. */
function lines({ tree }) {
  const ends = tree.nodes.map((_, node) => node).filter((node) => tree.has(node) && tree.children[node].length === 0);
  const drawn = new TreeLayout(tree).nodesIn({ left: 0, top: 0, right: Infinity, bottom: Infinity });
  assert.deepEqual(tree.watcher.nodesIn({ left: 0, top: 0, right: Infinity, bottom: Infinity }).sort(), drawn.sort(), 'what follows changes is what is made anew');
  return ends.map((end) => tree.triedTo(end).map((node) => tree.nodes[node].move.at).join(' ')).filter(Boolean).sort();
}

const told = (server) => server.asked.filter(({ changes }) => changes).map(({ changes }) => changes);

test('a move goes to the server when it is judged, with those that are made soon after it', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  assert.deepEqual(server.asked, [{ since: null }]);
  await desk.plays('A2', 'C3');
  assert.equal(told(server).length, 0);
  await desk.waits();
  const [[first, second]] = told(server);
  assert.deepEqual({ ...first, id: '' }, { id: '', from: { node: 2 }, move: 'black:A2', order: 0 });
  assert.deepEqual({ ...second, id: '' }, { id: '', parent: first.id, move: 'white:C3', order: 0 });
  assert.match(first.id, /^[\w-]{16}$/);
  assert.equal(desk.storage.length, 0, 'the tab keeps nothing that the server has');
  // A move that nobody has judged waits.
  const slow = await device(server, { ask: () => ({ code: 'unreachable' }), storage: new FakeStorage() });
  await slow.plays('B3');
  await slow.waits();
  assert.equal(told(server).length, 1);
  assert.equal(slow.storage.length, 1);
});

test('what is tried on one device is on the other', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  const phone = await device(server, { storage: new FakeStorage() });
  await desk.plays('A2', 'C3');
  await desk.waits();
  await phone.looks();
  assert.deepEqual(lines(phone), ['A2 C3']);
  assert.deepEqual(server.asked.at(-1), { since: 0 });
  // Both go on, and neither waits for the other: what is missing comes after the next change.
  await phone.plays('B1');
  await desk.plays('pass');
  await desk.waits();
  await phone.waits();
  assert.deepEqual(lines(phone), ['A2 C3 pass', 'B1']);
  assert.deepEqual(server.asked.at(-1), { since: 1 });
  // While moves are tried the page asks now and then, and not while they are not.
  const count = server.asked.length;
  await desk.due();
  assert.equal(server.asked.length, count);
  desk.trying.on = true;
  await desk.due();
  assert.deepEqual(lines(desk), lines(phone));
});

test('the same move of two devices is one way, and keeps what is said of both', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  const phone = await device(server, { storage: new FakeStorage() });
  await desk.plays('A2', 'C3');
  await phone.plays('A2', 'C2');
  await desk.writes(3, 'words', 'from the desk');
  await phone.writes(3, 'words', 'from the phone');
  await desk.waits();
  await phone.waits();
  await desk.looks();
  assert.equal(server.ids.length, 4);
  for (const each of [desk, phone]) {
    assert.deepEqual(lines(each), ['A2 C2', 'A2 C3']);
    assert.deepEqual(each.kept.wordsAt(3).split('\n\n').sort(), ['from the desk', 'from the phone']);
  }
  // Whoever writes next says it for both.
  await desk.writes(3, 'words', 'one text');
  await desk.waits();
  await phone.looks();
  assert.equal(phone.kept.wordsAt(3), 'one text');
  // One that goes takes its own with it; the way is there as long as one of both is.
  const [mine] = desk.kept.keptAt(3).filter(({ id }) => server.node(id).words === 'one text');
  server.patch([{ id: mine.id, gone: true }]);
  await desk.looks();
  assert.equal(lines(desk).length, 1);
  desk.cursor.goTo(3);
  await desk.removes();
  await desk.waits();
  assert.deepEqual([server.ids, lines(desk)], [[], []]);
});

test('a move that another device removes goes, and its reader is led to the one before it', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2', 'C3', 'B3');
  await desk.waits();
  const phone = await device(server, { storage: new FakeStorage() });
  assert.deepEqual(lines(phone), ['A2 C3 B3']);
  phone.cursor.goTo(5);
  desk.cursor.goTo(4);
  await desk.removes();
  await desk.waits();
  assert.equal(told(server).at(-1).length, 1, 'the server removes by itself what hangs on it');
  await phone.looks();
  assert.deepEqual([lines(phone), phone.cursor.node, phone.led, phone.tree.count], [['A2'], 3, [3], 1]);
  assert.equal(phone.cursor.length, 3);
});

test('what hangs on a move that another device has removed is made again with it', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2', 'C3');
  await desk.waits();
  await desk.writes(3, 'words', 'Hm.');
  await desk.waits();
  server.patch([{ id: server.ids[0], gone: true }]);
  await desk.plays('B3');
  await desk.waits();
  assert.deepEqual([lines(desk), desk.led], [['A2 C3 B3'], []]);
  assert.deepEqual([...server.nodes.values()].map(({ move, words }) => [move, words]), [['black:A2', 'Hm.'], ['white:C3', undefined], ['black:B3', undefined]]);
  // So are words of which the other device did not know.
  server.patch([{ id: server.ids[1], gone: true }]);
  await desk.writes(5, 'words', 'Late.');
  await desk.waits();
  assert.deepEqual([...server.nodes.values()].map(({ words }) => words), ['Hm.', undefined, 'Late.']);
  assert.equal(desk.storage.length, 0);
  // What this device has removed itself stays away, whatever others hang on it meanwhile.
  desk.cursor.goTo(4);
  await desk.removes();
  server.patch([{ id: 'late', parent: server.ids[1], move: 'black:C1' }]);
  await desk.waits();
  await desk.looks();
  assert.deepEqual([lines(desk), server.ids.length], [['A2'], 1]);
});

test('offline the tab keeps what is tried, also when the page is loaded again', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2');
  await desk.waits();
  server.problems = Array.from({ length: 3 }, () => ({ code: 'unreachable' }));
  await desk.plays('C3', 'B3');
  await desk.waits();
  assert.equal(desk.trying.trouble, 'away');
  const { storage } = desk;
  assert.equal(storage.length, 2);
  // The page comes again while the server is away, and then it is back.
  const again = await device(server, { storage });
  assert.deepEqual(lines(again), ['A2 C3 B3']);
  assert.equal(again.trying.trouble, 'away');
  await again.plays('C1');
  await again.looks();
  assert.deepEqual([again.trying.trouble, server.ids.length], ['away', 1]);
  await again.waits(60_000);
  await again.waits(60_000);
  assert.deepEqual([again.trying.trouble, server.ids.length, storage.length], [null, 4, 0]);
  assert.deepEqual(lines(again), ['A2 C3 B3', 'C1']);
});

test('a page that is loaded again makes again what another device removed below its moves', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2', 'C3');
  await desk.waits();
  server.problems = [{ code: 'unreachable' }];
  await desk.plays('B3');
  await desk.waits();
  server.patch([{ id: server.ids[0], gone: true }]);
  assert.deepEqual(server.ids, []);
  const again = await device(server, { storage: desk.storage });
  await again.waits();
  assert.deepEqual([lines(again), server.ids.length], [['A2 C3 B3'], 3]);
});

test('an answer that is lost is asked for again', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2');
  server.lose = true;
  await desk.waits();
  await desk.plays('C3');
  desk.cursor.goTo(3);
  await desk.writes(3, 'words', 'more');
  await desk.waits(2_000);
  assert.deepEqual([...server.nodes.values()].map(({ move, words }) => [move, words]), [['black:A2', 'more'], ['white:C3', undefined]]);
  // What is removed before the answer comes is gone there, too.
  desk.cursor.goTo(4);
  await desk.plays('B3');
  server.lose = true;
  await desk.waits();
  assert.equal(server.ids.length, 3);
  await desk.removes();
  await desk.waits(2_000);
  assert.deepEqual([server.ids.length, lines(desk)], [2, ['A2 C3']]);
});

test('whoever leaves the page sends at once, and what the server wants later goes later', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2');
  await desk.leaves();
  assert.equal(server.asked.at(-1).outlives, true);
  assert.equal(server.ids.length, 1);
  await desk.looks();
  // No browser lets a long request outlive its page, and these words are 3 bytes a letter.
  await desk.plays('B1', 'B3', 'C1', 'C2', 'pass');
  desk.tree.children.forEach((_, node) => desk.tree.isTried(node) && desk.trying.kept.write(node, 'words', '石'.repeat(4_000)));
  await desk.leaves();
  assert.deepEqual(server.asked.slice(-2).map(({ changes, outlives }) => [changes.length, outlives]), [[3, true], [3, true]]);
  desk.cursor.goTo(3);
  await desk.looks();
  desk.tree.children.forEach((_, node) => desk.tree.isTried(node) && desk.trying.kept.write(node, 'words', '子'.repeat(4_000)));
  await desk.waits();
  desk.trying.keep();
  await desk.waits();
  assert.deepEqual([server.asked.at(-1).changes.length, server.asked.at(-1).outlives], [6, false]);
  const before = server.ids.length;
  await desk.plays('C3');
  server.problems = [{ code: 'too_many_requests', params: { retry_after_ms: 5_000 } }];
  await desk.waits();
  const count = server.asked.length;
  await desk.looks();
  await desk.leaves();
  await desk.waits(4_999);
  assert.equal(server.asked.length, count);
  await desk.waits(1);
  assert.equal(server.ids.length, before + 1);
});

test('whoever leaves sends what is here, though others may have changed the tree', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  desk.trying.switch();
  server.problems.push({ code: 'unreachable' });
  await desk.plays('A2');
  await desk.waits();
  // The server is back before the page knows, which has wanted to ask what is new meanwhile.
  await desk.due();
  const { length } = server.asked;
  await desk.leaves();
  assert.equal(server.asked[length].changes?.length, 1, 'the page may be gone before a second request');
  assert.equal(server.nodes.size, 1);
});

test('a move that the page before may have sent is removed there, too', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2');
  server.lose = true;
  await desk.leaves();
  assert.equal(server.nodes.size, 1);
  server.problems.push({ code: 'unreachable' });
  const again = await device(server);
  again.cursor.goTo(again.tree.children[2][0]);
  await again.removes();
  await again.waits(2_000);
  assert.deepEqual([server.nodes.size, lines(again)], [0, []]);
});

test('what the tab has no room for is kept as soon as there is some', async () => {
  const desk = await device(null, { key: STRANGER });
  const { setItem } = desk.storage;
  desk.storage.setItem = () => { throw new Error('no room'); };
  await desk.plays('A2', 'C3');
  desk.storage.setItem = setItem;
  await desk.plays('B1');
  assert.equal(desk.storage.length, 3);
  forgetCopy(STRANGER);
  assert.equal(desk.storage.length, 0);
});

test('a move that the whole game forbids is taken back, and the others of its request are kept', async () => {
  const server = new TreeServer({ illegal: ({ move }) => (move === 'white:C3' ? 'superko' : null) });
  const desk = await device(server);
  await desk.plays('A2', 'C3', 'B3');
  desk.cursor.goTo(2);
  await desk.plays('B1');
  await desk.waits();
  assert.deepEqual([lines(desk), desk.refused], [['A2', 'B1'], [['C3', 'superko']]]);
  assert.deepEqual([server.ids.length, desk.storage.length], [2, 0]);
});

test('a full tree says so, and what is removed makes room', async () => {
  const server = new TreeServer({ max: 2 });
  const desk = await device(server);
  await desk.plays('A2', 'C3', 'B3');
  await desk.waits();
  assert.deepEqual([desk.trying.trouble, server.ids.length, desk.storage.length], ['full', 0, 3]);
  const count = server.asked.length;
  desk.cursor.goTo(4);
  await desk.plays('B1');
  await desk.waits();
  assert.equal(server.asked.length, count, 'the server is not asked again and again');
  await desk.looks();
  assert.deepEqual([desk.trying.trouble, server.ids.length], ['full', 0]);
  desk.cursor.goTo(4);
  await desk.removes();
  await desk.waits();
  assert.deepEqual([desk.trying.trouble, server.ids.length, desk.storage.length, lines(desk)], [null, 1, 0, ['A2']]);
  // What the server has goes first, in a request of its own, though more was tried before.
  await desk.plays('C3', 'B3');
  desk.cursor.goTo(2);
  await desk.plays('C1');
  await desk.waits();
  assert.equal(desk.trying.trouble, 'full');
  server.max = 3;
  await desk.plays('C2');
  desk.cursor.goTo(3);
  server.problems = [{ code: 'tree_full', params: { max: 3 } }];
  await desk.removes();
  await desk.waits();
  assert.deepEqual(told(server).slice(-3).map((changes) => changes.map(({ gone }) => gone === true)), [[false, false, true], [true], [false, false]]);
  assert.deepEqual([desk.trying.trouble, server.ids.length, lines(desk)], [null, 2, ['C1 C2']]);
});

test('refusals that are about the reader leave the moves in the tab', async () => {
  for (const code of ['unauthenticated', 'not_during_the_game', 'suspended', 'no_such_record', 'malformed']) {
    globalThis.sessionStorage = new FakeStorage();
    const server = new TreeServer();
    const desk = await device(server);
    server.problems = [{ code, params: {} }];
    await desk.plays('A2');
    await desk.waits();
    assert.deepEqual([desk.trying.trouble, desk.storage.length], ['refused', 1], code);
    await desk.plays('C3');
    await desk.waits(60_000);
    assert.equal(told(server).length, 1, 'nobody insists');
    await desk.looks();
    assert.deepEqual([desk.trying.trouble, server.ids.length, desk.storage.length], [null, 2, 0], code);
  }
});

test('an id that is taken is changed', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2', 'C3');
  const [{ id }] = desk.kept.keptAt(3);
  server.patch([{ id, from: { node: 1 }, move: 'white:C1' }]);
  await desk.waits();
  await desk.looks();
  assert.deepEqual([lines(desk), server.ids.length], [['A2 C3', 'C1'], 3]);
});

test('a stranger keeps moves in the tab, and they go up when the stranger becomes a player', async () => {
  const stranger = await device(null, { key: STRANGER });
  assert.equal(stranger.trying.most, MOST_TRIED);
  await stranger.plays('A2', 'C3');
  assert.equal(stranger.storage.length, 2);
  const server = new TreeServer();
  server.patch([{ id: 'x', from: { node: 2 }, move: 'black:B3' }]);
  const guest = await device(server, { storage: stranger.storage });
  assert.equal(guest.trying.most, MOST_KEPT);
  await guest.waits();
  assert.deepEqual([lines(guest), server.ids.length, guest.storage.length], [['A2 C3', 'B3'], 3, 0]);
  // Whoever signs out leaves nothing there.
  assert.deepEqual(lines(await device(null, { key: STRANGER, storage: stranger.storage })), []);
});

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

test('a change of a large tree costs what it changes', async () => {
  const server = new TreeServer();
  const nodes = Array.from({ length: 4_990 }, (_, i) => ({ id: `n${i}`, ...(i % 10 === 0 ? { from: { node: 2 } } : { parent: `n${i - 1}` }), move: `${i % 2 === 0 ? 'black' : 'white'}:${'ABC'[i % 3]}${1 + (i % 2)}`, order: i }));
  for (let i = 0; i < nodes.length; i += 500) server.patch(nodes.slice(i, i + 500));
  const desk = await device(server);
  assert.equal(desk.kept.count, 4_990);
  const { tree, storage } = desk;
  let touched = 0;
  tree.nodes = new Proxy(tree.nodes, { get: (target, name) => { if (/^\d+$/.test(String(name))) touched += 1; return target[name]; } });
  let written = 0;
  const { setItem } = storage;
  storage.setItem = (name, value) => {
    written += value.length;
    setItem.call(storage, name, value);
  };
  await desk.plays('C3');
  await desk.waits();
  assert.ok(touched < 500, `${touched} looks at nodes`);
  assert.ok(written < 500, `${written} characters`);
  assert.equal(told(server).at(-1).length, 1);
});
