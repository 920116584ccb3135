// The tree of tried moves that the server keeps, on several devices of one reader.

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { FakeStorage } from './fakes.js';
import { STRANGER, device, lines, told } from './tree-device.js';
import { MOST_KEPT, MOST_TRIED } from '../../static/trying/trying.js';
import { TreeServer } from './tree-server.js';
import { forgetCopy } from '../../static/trying/tab-copy.js';

beforeEach(() => { globalThis.sessionStorage = new FakeStorage(); });

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

test('a page that is looked at in two ways at once asks once', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  const { length } = server.asked;
  await desk.returns();
  assert.deepEqual(server.asked.slice(length), [{ since: 0 }]);
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

test('a move behind a node that the owner of the record has removed is taken back, and the others of its request are kept', async () => {
  const server = new TreeServer({ places: ({ node }) => node !== 1 });
  const one = await device(server);
  await one.plays('C3', 'C1');
  one.cursor.goTo(1);
  await one.plays('A3');
  await one.waits();
  assert.deepEqual(one.refused, [['A3', 'place']]);
  assert.deepEqual(lines(one), ['C3 C1']);
  assert.equal(one.trying.trouble, null);
  assert.equal(server.ids.length, 2);
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

test('a node whose id another one has already gets another, and what hangs on it follows', async () => {
  const server = new TreeServer();
  const desk = await device(server);
  await desk.plays('A2', 'C3', 'B3');
  desk.cursor.goTo(3);
  await desk.plays('B1');
  const [{ id }] = desk.kept.keptAt(3);
  server.patch([{ id, from: { node: 1 }, move: 'white:C1' }]);
  await desk.waits();
  // With the other node's id they would hang on its move, and any other device would draw them there.
  const sent = [...server.nodes.values()];
  const renamed = sent.find(({ move }) => move === 'black:A2');
  assert.notEqual(renamed.id, id);
  const childrenOf = (parent) => sent.filter((node) => node.parent === parent).map(({ move }) => move).sort();
  assert.deepEqual([childrenOf(renamed.id), childrenOf(id)], [['white:B1', 'white:C3'], []]);
  const phone = await device(server, { storage: new FakeStorage() });
  assert.deepEqual(lines(phone), ['A2 B1', 'A2 C3 B3', 'C1']);
  await desk.looks();
  assert.deepEqual([lines(desk), desk.storage.length], [lines(phone), 0]);
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
