// Whose turn it is, in words.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { turnText } from '../../static/game/status-text.js';

const players = { black: { id: 'a', name: 'Ann' }, white: { id: 'b', name: 'Ben' } };
const playing = { phase: 'playing', players, to_move: 'black', pause: null, settings: {} };
const turn = (record, seat = null) => turnText({ record: { ...playing, ...record }, seat });

test('a spectator and the opponent read the colour and the name of whoever is to move', () => {
  for (const seat of [null, 'white']) assert.equal(turn({ to_move: 'black' }, seat), 'Black to move: Ann');
  for (const seat of [null, 'black']) assert.equal(turn({ to_move: 'white' }, seat), 'White to move: Ben');
});

test('a player reads when the turn is theirs', () => {
  assert.equal(turn({ to_move: 'black' }, 'black'), 'Your turn (Black)');
  assert.equal(turn({ to_move: 'white' }, 'white'), 'Your turn (White)');
});
