import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { PendingMarks, diffMarks, marksOf } from '../../static/game/marks.js';

test('the difference of two sets of marks', () => {
  assert.deepEqual(diffMarks(['A1', 'B1'], ['B1', 'C1']), { died: ['C1'], revived: ['A1'] });
  assert.deepEqual(diffMarks([], []), { died: [], revived: [] });
});

test('a click turns a whole chain, a second click turns it back', () => {
  const marks = new PendingMarks();
  marks.follow(['A1']);
  marks.toggle(['C3', 'C4']);
  assert.deepEqual([...marks.dead].sort(), ['A1', 'C3', 'C4']);
  assert.deepEqual(marks.touched.sort(), ['C3', 'C4']);
  marks.toggle(['C3', 'C4']);
  assert.equal(marks.changed, false);
  marks.toggle(['A1']);
  assert.deepEqual([...marks.dead], []);
  assert.equal(marks.changed, true);
});

test("the server's marks replace the shown ones when nothing is unsent", () => {
  const marks = new PendingMarks();
  marks.follow(['A1']);
  marks.follow(['B2']);
  assert.deepEqual([...marks.dead], ['B2']);
  assert.equal(marks.overtaken, false);
});

test('unsent marks stay on top of marks that arrive, and the page is told', () => {
  const marks = new PendingMarks();
  marks.follow(['A1', 'D4']);
  marks.toggle(['C3']);
  marks.toggle(['D4']);
  marks.follow(['A1', 'B2', 'D4']);
  assert.deepEqual([...marks.dead].sort(), ['A1', 'B2', 'C3']);
  assert.equal(marks.overtaken, true);
  marks.reset();
  assert.deepEqual([...marks.dead].sort(), ['A1', 'B2', 'D4']);
  assert.equal(marks.overtaken, false);
});

test("one's own marks that come back from the server are no longer unsent", () => {
  const marks = new PendingMarks();
  marks.follow([]);
  marks.toggle(['C3']);
  marks.follow(['C3']);
  assert.equal(marks.changed, false);
  assert.equal(marks.overtaken, false);
});

test('what a player sent and accepted last is read from the events', () => {
  const event = (type, color, dead) => ({ type, color, state: { scoring: dead && { dead } } });
  const events = [
    event('passed', 'white', ['A1']),
    event('accepted', 'black', ['A1']),
    event('proposed', 'white', ['A1', 'C3']),
  ];
  assert.deepEqual(marksOf(events, 'black').accepted, ['A1']);
  assert.deepEqual(marksOf(events, 'white'), { sent: ['A1', 'C3'], accepted: null });
  assert.equal(marksOf(events, 'black').sent, null);
  assert.deepEqual(marksOf([...events, event('resumed', 'black', null)], 'black'), { sent: null, accepted: null });
});
