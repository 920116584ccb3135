import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Places } from '../../static/home/tile-list.js';

const arrange = (places, text, held = false) => places.arrange([...text], held).map((id) => id ?? '_').join('');

test('games stand as they came, and a game that goes leaves its place to the next one', () => {
  const places = new Places(4);
  assert.equal(arrange(places, 'abc'), 'abc');
  // A newer game would stand first: no tile moves for it.
  assert.equal(arrange(places, 'dabc'), 'abcd');
  assert.equal(arrange(places, 'edac'), 'aecd');
  assert.equal(arrange(places, 'fedac'), 'aecd');
});

test('an empty place is filled by the last game, so that only one moves', () => {
  const places = new Places(9);
  arrange(places, 'abcde');
  assert.equal(arrange(places, 'acde'), 'aecd');
  assert.equal(arrange(places, 'aec'), 'aec');
  assert.equal(arrange(places, ''), '');
});

test('under a hand nothing moves: a place stays empty, and those that come stand at the end', () => {
  const places = new Places(5);
  arrange(places, 'abc');
  assert.equal(arrange(places, 'ac', true), 'a_c');
  assert.equal(arrange(places, 'dac', true), 'a_cd');
  assert.equal(arrange(places, 'dac'), 'adc');
});

test('a sorted list takes up its order when no hand is on it', () => {
  const places = new Places(3, { sorted: true });
  assert.equal(arrange(places, 'abcd'), 'abc');
  assert.equal(arrange(places, 'cab', true), 'abc');
  assert.equal(arrange(places, 'cab'), 'cab');
});
