// Rounds with games that are still being made are read again until the games are there.

import assert from 'node:assert/strict';
import test from 'node:test';
import { followRounds } from '../../static/groups/rounds-to-come.js';

const MADE = { has_game: true };
const TO_COME = { has_game: false };
const REFUSED = { has_game: false, problem: 'not_made' };
const round = (...pairs) => ({ pairs });

/** A list of rounds, and the pauses after which it is read again. Each `pass` lets the pause pass, and answers how long it was. */
function staged(load = async () => {}) {
  globalThis.document = { hidden: false, activeElement: null };
  const list = { contains: (element) => element === list };
  const pending = new Map();
  let count = 0;
  const timers = {
    setTimeout(act, pause) {
      count += 1;
      pending.set(count, { act, pause });
      return count;
    },
    clearTimeout: (timer) => pending.delete(timer),
  };
  const loads = [];
  const hear = followRounds(async () => {
    loads.push(true);
    await load(hear);
  }, list, timers);
  const pass = async () => {
    const [[timer, { act, pause }]] = pending;
    pending.delete(timer);
    await act();
    return pause;
  };
  return { list, hear, pass, pending, loads };
}

test('rounds are read again until each pair has a game or a problem', async () => {
  const shown = [[round(MADE, TO_COME)], [round(MADE, MADE), round(REFUSED)]];
  const { hear, pass, pending, loads } = staged(async (heard) => heard(shown.shift()));
  hear([round(MADE, TO_COME)]);
  assert.deepEqual([await pass(), pending.size, await pass(), pending.size, loads.length], [1000, 1, 2000, 0, 2]);
  hear([round(TO_COME)]);
  assert.equal(pending.get([...pending.keys()][0]).pause, 1000, 'the next round begins anew');
});

test('rounds that are whole are not read again', () => {
  const { hear, pending } = staged();
  hear([]);
  hear([round(MADE, REFUSED)]);
  assert.equal(pending.size, 0);
});

test('however often the rounds are shown, they are read again once', () => {
  const { hear, pending } = staged();
  hear([round(TO_COME)]);
  hear([round(TO_COME)]);
  assert.equal(pending.size, 1);
});

test('nothing is taken away from under the keyboard, and nothing is read for nobody', async () => {
  const { list, hear, pass, pending, loads } = staged();
  hear([round(TO_COME)]);
  document.activeElement = list;
  await pass();
  Object.assign(document, { activeElement: null, hidden: true });
  await pass();
  assert.deepEqual([loads.length, pending.size], [0, 1]);
  document.hidden = false;
  await pass();
  assert.equal(loads.length, 1);
});

test('a list that can\'t be read now is read later, once a minute at the least', async () => {
  const { hear, pass } = staged(async () => { throw new Error('away'); });
  hear([round(TO_COME)]);
  const pauses = [];
  for (let turn = 0; turn < 8; turn += 1) pauses.push(await pass());
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});
