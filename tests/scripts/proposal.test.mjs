import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compared, drawn, isNearer, table } from '../../scripts/proposal/comparison.mjs';
import { deadstones } from '../../scripts/proposal/judges.mjs';

// A2 and B2 are dead, says GNU Go.
const position = { number: 7, size: 3, rules: 'japanese', stones: '...BBWW.B', dead: ['A2', 'B2'], seki: [] };
const answer = (...dead) => ({ dead, unsettled: [], milliseconds: 2 });

test('a wrong stone is one that only one side calls dead', () => {
  const [right, wrong] = compared([position, position], [answer('B2', 'A2'), answer('A2', 'C1')]);
  assert.equal(right.points, 0);
  assert.deepEqual([wrong.missed, wrong.killed, wrong.points], [['B2'], ['C1'], 2]);
});

test('nearer is who is wrong in fewer positions and in fewer points', () => {
  const judged = (...points) => points.map((count) => ({ points: count }));
  assert.equal(isNearer(judged(1, 0), judged(1, 1)), true);
  assert.equal(isNearer(judged(2, 0), judged(1, 1)), false, 'as many points');
  assert.equal(isNearer(judged(1, 0), judged(0, 2)), false, 'as many positions');
  assert.equal(isNearer(judged(0, 0), judged(0, 0)), false, 'the same');
});

test('the table sums up each set of positions', () => {
  const sets = [{ name: 'ends', from: 0, to: 1 }, { name: 'invasions', from: 1, to: 3 }, { name: 'none', from: 3, to: 3 }];
  const answers = [answer('A2', 'B2'), answer('C1'), answer('A2')];
  const printed = table(sets, [{ name: 'judge', compared: compared([position, position, position], answers) }]).split('\n');
  assert.deepEqual(printed.slice(2), [
    '| ends, judge | 1 | 0 | 0 | 0 | 0 | 2.0 / 2.0 ms |',
    '| invasions, judge | 2 | 2 | 4 | 3 | 1 | 2.0 / 2.0 ms |',
    '',
  ]);
});

test('a diagram shows what was missed and what was wrongly called dead', () => {
  const results = [
    { name: 'own', compared: compared([position, position], [answer('A2', 'C1', 'C2'), answer('A2', 'B2')]) },
    { name: 'other', compared: compared([position, position], [answer(), answer()]) },
  ];
  const [head, ...rows] = drawn([position, position], results).split('\n');
  assert.match(head, /^position 0 of game 7, japanese: missed B2, killed C1 C2; .*; other 2$/);
  assert.deepEqual(rows, ['...', 'Xx@', 'O.#', '']);
});

test("the library's answers are vertices, and its seed is not the time of day", async () => {
  const asked = [];
  const library = {
    async guess(rows, options) {
      asked.push({ rows, options, now: Date.now() });
      return [[1, 1], [0, 0]];
    },
  };
  const answers = await deadstones(library, [position, position], 100);
  assert.deepEqual(answers.map(({ dead }) => dead), [['B2', 'A3'], ['B2', 'A3']]);
  assert.deepEqual(asked[0].rows, [[0, 0, 0], [1, 1, -1], [-1, 0, 1]]);
  assert.deepEqual(asked.map(({ now }) => now), [1, 2]);
  assert.ok(Date.now() > 1e12, 'the time goes on');
});
