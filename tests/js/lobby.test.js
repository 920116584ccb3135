import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { Lobby } from '../../static/home/lobby.js';

const game = (id, phase, created_at, seq = 0) => ({ id, phase, created_at, seq });
const ids = (games) => games.map(({ id }) => id);

test('games move from open to live, newest first, and leave', () => {
  const lobby = new Lobby();
  lobby.all([game('b', 'open', 2), game('a', 'playing', 1)]);
  lobby.update([game('c', 'open', 3), game('b', 'scoring', 2, 1)], []);
  assert.deepEqual(ids(lobby.open), ['c']);
  assert.deepEqual(ids(lobby.live), ['b', 'a']);
  lobby.update([], ['a', 'unknown']);
  assert.deepEqual(ids(lobby.live), ['b']);
});

test('moves change the game that is known, and nothing else of it', () => {
  const lobby = new Lobby();
  const known = { ...game('a', 'playing', 1, 7), stones: 'B.W.', to_move: 'white', creator: 'Ann' };
  lobby.all([known]);
  const moved = { id: 'a', seq: 8, to_move: 'black', stones: [{ at: 1, is: 'W' }, { at: 0, is: '.' }] };
  lobby.update([], [], [moved, { ...moved, id: 'unknown' }]);
  const after = { ...known, seq: 8, to_move: 'black', stones: '.WW.' };
  assert.deepEqual(lobby.live, [after]);
  lobby.update([], [], [{ ...moved, to_move: 'white' }]);
  assert.deepEqual(lobby.live, [after], 'an older word about it');
});

test('an older word about a game does not undo a newer one', () => {
  const lobby = new Lobby();
  lobby.all([game('a', 'playing', 1, 7)]);
  lobby.update([game('a', 'open', 1, 0)], []);
  assert.deepEqual(ids(lobby.open), []);
});
