// The games of GNU Go that are played by default leave out what is there several times, and nothing else.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ALL, USUAL, scheduledGame } from '../../scripts/gnugo/schedule.mjs';

const values = (numbers, what) => [...new Set(numbers.map((number) => what(scheduledGame(number))))].sort();

test('the usual games have every value of everything that games differ in', () => {
  assert.ok(USUAL.length < ALL.length);
  for (const field of Object.keys(scheduledGame(1)).filter((each) => !['number', 'seed'].includes(each))) {
    const what = (game) => String(game[field]);
    assert.deepEqual(values(USUAL, what), values(ALL, what), field);
  }
});

test('the usual games have each rule system beside each way to begin', () => {
  const what = ({ rules, handicap }) => `${rules}, ${handicap >= 2 ? 'handicap' : 'even'}`;
  assert.deepEqual(values(USUAL, what), values(ALL, what));
});

test('one of the usual games is on the large board', () => {
  assert.equal(USUAL.filter((number) => scheduledGame(number).size === 19).length, 1);
});
