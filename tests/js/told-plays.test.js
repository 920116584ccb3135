// Members of a club are told once that they take part in its rounds.

import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeStorage } from './fakes.js';
import { isToTell, notePlays } from '../../static/groups/told-plays.js';

const club = (id, more = {}) => ({ id, kind: 'club', role: 'member', plays: true, ...more });

test('a member of a club is told once, in each club, and so is whoever else is at the browser', () => {
  const storage = new FakeStorage();
  assert.equal(isToTell(club('one'), 'ann', storage), true);
  assert.equal(isToTell(club('one'), 'ann', storage), false);
  assert.equal(isToTell(club('two'), 'ann', storage), true);
  assert.equal(isToTell(club('one'), 'ben', storage), true);
});

test('nobody is told who takes part in nothing, or has just said so', () => {
  const storage = new FakeStorage();
  for (const more of [{ plays: false }, { role: null }, { kind: 'class' }]) assert.equal(isToTell(club('one', more), 'ann', storage), false);
  notePlays(club('one'), 'ann', storage);
  assert.equal(isToTell(club('one'), 'ann', storage), false);
});

test('a browser that keeps nothing tells nobody again and again', () => {
  const full = { getItem: () => 'no list', setItem() { throw new Error('full'); } };
  assert.equal(isToTell(club('one'), 'ann', full), false);
});
