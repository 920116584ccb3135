// The cards of a game's two players.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { cardsOf } from '../../static/game/cards.js';

const [ann, ben] = [{ id: 'a', name: 'Ann' }, { id: 'b', name: 'Ben' }];
const playing = {
  phase: 'playing', creator: ann, players: { black: ann, white: ben }, to_move: 'black', moves: [], prisoners: { black: 0, white: 0 },
  settings: { color: 'black', rules: {}, clock: null }, clock: null, pause: null, button: null, result: null,
};
const reader = { live: true, walk: { number: 0, atEnd: true } };
const see = (record, more = {}) => ({
  record: { ...playing, ...record }, seat: null, player: null, presence: null, reader, log: { entries: [] }, online: true, connecting: false, ...more,
});
const marked = (state) => cardsOf(state).filter(({ toMove }) => toMove).map(({ color, player }) => `${color} ${player.name}`);

test('the card of whoever is to move is marked, and no other, whoever looks', () => {
  for (const more of [{}, { seat: 'black', player: ann }, { seat: 'white', player: ben }]) {
    assert.deepEqual(marked(see({ to_move: 'black' }, more)), ['black Ann']);
    assert.deepEqual(marked(see({ to_move: 'white' }, more)), ['white Ben']);
    assert.deepEqual(marked(see({ phase: 'finished', to_move: null, result: { winner: 'black' } }, more)), []);
  }
});

test('a reader has their own card at the bottom, and others have Black there', () => {
  const order = (more) => cardsOf(see({}, more)).map(({ color, me }) => [color, me]);
  assert.deepEqual(order({ seat: 'white', player: ben }), [['white', true], ['black', false]]);
  assert.deepEqual(order({ seat: 'black', player: ann }), [['black', true], ['white', false]]);
  assert.deepEqual(order({ player: { id: 'c', name: 'Cleo' } }), [['black', false], ['white', false]]);
});

test('the card of the winner says so', () => {
  const cards = cardsOf(see({ phase: 'finished', to_move: null, result: { winner: 'white' } }));
  assert.deepEqual(cards.map(({ color, winner }) => [color, winner]), [['black', false], ['white', true]]);
});
