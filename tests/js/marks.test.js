import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { borderAt, followSeki, sekiOf } from '../../static/game/proposed-points.js';
import { gridLayout } from '../../static/board/layout.js';
import { FakeTimers } from './fakes.js';
import { GameState } from '../../static/game/game-state.js';
import { Remark } from '../../static/game/remark.js';
import { PendingMarks, changedVertices, diffMarks, marksIn, marksOf } from '../../static/game/marks.js';

const dead = (...stones) => ({ dead: stones, neutral: [] });
const sorted = ({ shown }) => ({ dead: shown.dead.sort(), neutral: shown.neutral.sort() });

test('the difference of two sets of marks', () => {
  const difference = diffMarks({ dead: ['A1', 'B1'], neutral: ['D4'] }, { dead: ['B1', 'C1'], neutral: ['E5'] });
  assert.deepEqual(difference, { died: ['C1'], revived: ['A1'], unowned: ['E5'], owned: ['D4'] });
  assert.deepEqual(changedVertices(difference), ['C1', 'A1', 'E5', 'D4']);
  assert.deepEqual(changedVertices(diffMarks(marksIn(null), marksIn({ dead: [] }))), []);
});

test('a click turns a whole chain, a second click turns it back', () => {
  const marks = new PendingMarks();
  marks.follow(dead('A1'));
  marks.toggle('dead', ['C3', 'C4']);
  assert.deepEqual(sorted(marks), dead('A1', 'C3', 'C4'));
  assert.deepEqual(marks.touched.sort(), ['C3', 'C4']);
  marks.toggle('dead', ['C3', 'C4']);
  assert.equal(marks.changed, false);
  marks.toggle('dead', ['A1']);
  assert.deepEqual(sorted(marks), dead());
  assert.equal(marks.changed, true);
});

test('a click turns a point that is nobody\'s, too', () => {
  const marks = new PendingMarks();
  marks.follow({ dead: ['A1'], neutral: ['E5'] });
  marks.toggle('neutral', ['E5']);
  marks.toggle('neutral', ['F5']);
  assert.deepEqual(sorted(marks), { dead: ['A1'], neutral: ['F5'] });
  assert.deepEqual(marks.touched.sort(), ['E5', 'F5']);
  marks.reset();
  assert.deepEqual(sorted(marks), { dead: ['A1'], neutral: ['E5'] });
});

test("the server's marks replace the shown ones when nothing is unsent", () => {
  const marks = new PendingMarks();
  marks.follow(dead('A1'));
  marks.follow({ dead: ['B2'], neutral: ['C5'] });
  assert.deepEqual(sorted(marks), { dead: ['B2'], neutral: ['C5'] });
  assert.equal(marks.overtaken, false);
});

test('unsent marks stay on top of marks that arrive, and the page is told', () => {
  const marks = new PendingMarks();
  marks.follow(dead('A1', 'D4'));
  marks.toggle('dead', ['C3']);
  marks.toggle('dead', ['D4']);
  marks.toggle('neutral', ['E5']);
  marks.follow({ dead: ['A1', 'B2', 'D4'], neutral: ['F5'] });
  assert.deepEqual(sorted(marks), { dead: ['A1', 'B2', 'C3'], neutral: ['E5', 'F5'] });
  assert.equal(marks.overtaken, true);
  marks.reset();
  assert.deepEqual(sorted(marks), { dead: ['A1', 'B2', 'D4'], neutral: ['F5'] });
  assert.equal(marks.overtaken, false);
});

test("one's own marks that come back from the server are no longer unsent", () => {
  const marks = new PendingMarks();
  marks.follow(dead());
  marks.toggle('dead', ['C3']);
  marks.toggle('neutral', ['E5']);
  marks.follow({ dead: ['C3'], neutral: ['E5'] });
  assert.equal(marks.changed, false);
  assert.equal(marks.overtaken, false);
});

test('what a player sent and accepted last is read from the events', () => {
  const event = (type, color, marks) => ({ type, color, changed: { scoring: marks } });
  const events = [
    event('passed', 'white', dead('A1')),
    event('accepted', 'black', dead('A1')),
    event('proposed', 'white', { dead: ['A1', 'C3'], neutral: ['E5'] }),
  ];
  assert.deepEqual(marksOf(events, 'black').accepted, dead('A1'));
  assert.deepEqual(marksOf(events, 'white'), { sent: { dead: ['A1', 'C3'], neutral: ['E5'] }, accepted: null });
  assert.equal(marksOf(events, 'black').sent, null);
  const between = { type: 'undo_requested', color: 'black', changed: { undo: {} } };
  const accepted = event('accepted', 'black', { dead: ['A1', 'C3'], neutral: ['E5'] });
  assert.deepEqual(marksOf([...events, between, accepted], 'black').accepted, { dead: ['A1', 'C3'], neutral: ['E5'] });
  assert.deepEqual(marksOf([...events, event('resumed', 'black', null)], 'black'), { sent: null, accepted: null });
});

test('a border is marked as a whole, any other point alone', () => {
  const proposed = [['C3', 'open_border'], ['D3', 'open_border'], ['F3', 'open_border'], ['E3', 'fill']].map(([at, reason]) => ({ at, reason }));
  const layout = gridLayout({ width: 9, height: 9 });
  assert.deepEqual(borderAt(layout, proposed, 'D3'), ['D3', 'C3']);
  assert.deepEqual(borderAt(layout, proposed, 'F3'), ['F3']);
  assert.deepEqual(borderAt(layout, proposed, 'E3'), ['E3']);
  assert.deepEqual(borderAt(layout, proposed, 'A1'), ['A1']);
});

test('the points of a whole seki go with its stones', () => {
  const layout = gridLayout({ width: 10, height: 2 });
  // Two groups with an eye each share D2 and D1. K2 belongs to other stones.
  const stones = '.BB.WW.WB.BBB.WWWWBB';
  const proposed = ['A2', 'D2', 'G2', 'D1'].map((at) => ({ at, reason: 'seki' })).concat({ at: 'K2', reason: 'false_eye' });
  for (const at of ['A1', 'F1', 'E2']) assert.deepEqual(sekiOf(layout, stones, proposed, at).sort(), ['A2', 'D1', 'D2', 'G2'], at);
  assert.deepEqual(sekiOf(layout, stones, proposed, 'K1'), []);
  const marks = new PendingMarks();
  marks.follow({ dead: [], neutral: ['A2', 'D1'] });
  marks.put('neutral', ['A2', 'D1'], false);
  assert.deepEqual(marks.shown.neutral, []);
  marks.put('neutral', ['A2', 'D1'], true);
  assert.equal(marks.changed, false);
});

test('the points of a seki stay owned while a stone beside them is marked dead', () => {
  const layout = gridLayout({ width: 7, height: 2 });
  const stones = '.BB.WW.BBB.WWW';
  const points = ['A2', 'D1', 'D2', 'G2'];
  const proposed = points.map((at) => ({ at, reason: 'seki' }));
  const marks = new PendingMarks();
  marks.follow({ dead: [], neutral: points });
  const mark = (chain) => {
    marks.toggle('dead', chain);
    followSeki(marks, layout, stones, proposed, chain[0]);
    return marks.shown.neutral.sort();
  };
  const [black, white] = [['B2', 'C2', 'A1', 'B1', 'C1'], ['E2', 'F2', 'E1', 'F1', 'G1']];
  // The wrong side first, then the right one, then the wrong one back.
  assert.deepEqual(mark(black), []);
  assert.deepEqual(mark(white), []);
  assert.deepEqual(mark(black), []);
  assert.deepEqual(mark(white), points);
  assert.equal(marks.changed, false);
});

test('what another player changed has a time to be looked at, from when it is drawn', () => {
  const timers = new FakeTimers();
  const remark = new Remark({ color: 'white', before: dead('A1'), after: dead('B2'), timers });
  const seen = [];
  timers.advance(60_000);
  for (let picture = 0; picture < 2; picture += 1) remark.drawn(() => seen.push([timers.now, remark.isNew, remark.isRinged]));
  assert.deepEqual([remark.isNew, remark.isRinged], [true, true]);
  timers.advance(60_000);
  assert.deepEqual(seen, [[61_000, false, true], [64_000, false, false]]);
});

test('marks that a snapshot brings, since their events were missed, are looked at before they are accepted, too', () => {
  const told = (seq, ...stones) => ({
    seq, turn: 2, phase: 'scoring', settings: { board: { width: 9, height: 9 } }, moves: [], scoring: { ...dead(...stones), accepted: {}, version: seq },
    players: { black: { id: 'me' }, white: { id: 'you' } },
  });
  const page = (player) => {
    const state = new GameState();
    state.setPlayer(player);
    state.takeSnapshot(told(4, 'A1'));
    return state;
  };
  const state = page({ id: 'me' });
  assert.equal(state.remark, null, 'the first is no news');
  state.takeSnapshot(told(4, 'A1'));
  assert.equal(state.remark, null, 'and neither is the same once more');
  state.takeSnapshot(told(6, 'B2'));
  assert.deepEqual([state.remark.color, state.remark.isNew, state.remark.vertices], ['white', true, ['B2', 'A1']]);
  const own = page({ id: 'me' });
  own.marks.toggle('dead', ['B2']);
  own.takeSnapshot(told(5, 'A1', 'B2'));
  assert.equal(own.remark, null, 'what this person has sent');
});

test('two changes in a short time are told as a whole', () => {
  const earlier = new Remark({ color: 'white', before: dead('A1'), after: dead('A1', 'B2') });
  const both = new Remark({ color: 'white', before: dead('A1', 'B2'), after: dead('B2'), earlier });
  assert.deepEqual(both.difference, { died: ['B2'], revived: ['A1'], unowned: [], owned: [] });
  assert.ok(new Remark({ color: 'white', before: dead('A1', 'B2'), after: dead('A1'), earlier }).isEmpty);
  const other = new Remark({ color: 'black', before: dead('A1', 'B2'), after: dead('B2'), earlier });
  assert.deepEqual([other.color, other.vertices], ['black', ['A1']], 'each player has changed what that player changed');
  earlier.isRinged = false;
  const alone = new Remark({ color: 'white', before: dead('A1', 'B2'), after: dead('B2'), earlier });
  assert.deepEqual(alone.vertices, ['A1']);
});

test('a chain is named by one of its stones, and a few of many', () => {
  const layout = gridLayout({ width: 9, height: 1 });
  const named = (stones, ...vertices) => new Remark({ color: 'white', before: dead(), after: dead(...vertices) }).named(layout, stones).died;
  assert.deepEqual(named('BB.WW....', 'A1', 'B1', 'D1', 'E1'), ['A1', 'D1']);
  assert.deepEqual(named('B.B.B.B.B', 'A1', 'C1', 'E1', 'G1', 'J1'), ['A1', 'C1', 'E1', 'G1', '…']);
});
