import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { GameLog } from '../../static/game/game-log.js';

const told = ({ entries }) => entries.map(({ after, event, withdrawn }) => [event.type, after, withdrawn]);

test('what happened beside the moves is kept after the move it followed', () => {
  const log = GameLog.from([
    { type: 'joined' }, { type: 'played' }, { type: 'played' }, { type: 'paused' }, { type: 'unpaused' }, { type: 'played' },
    { type: 'credited' }, { type: 'clock_given' }, { type: 'proposed' },
  ]);
  assert.deepEqual(told(log), [['paused', 2, false], ['unpaused', 2, false], ['credited', 3, false], ['clock_given', 3, false]]);
});

test('after an undo nothing stands behind the last move', () => {
  const log = new GameLog({ moves: ['a', 'b', 'c', 'd'] });
  for (const event of [
    { type: 'paused' }, { type: 'undo_requested', color: 'black', moves: 2 },
    { type: 'undo_accepted', color: 'white', moves: 2 }, { type: 'played' }, { type: 'credited' },
  ]) log.add(event);
  assert.deepEqual(told(log), [['paused', 2, false], ['undo_accepted', 2, false], ['credited', 3, false]]);
});

test('a request that its own player rejects was withdrawn', () => {
  const log = new GameLog({ moves: [], undo: { color: 'black' } });
  log.add({ type: 'undo_rejected', color: 'black' });
  log.add({ type: 'undo_requested', color: 'black' });
  log.add({ type: 'undo_rejected', color: 'white' });
  assert.deepEqual(log.entries.map(({ withdrawn }) => withdrawn), [true, false]);
});

test('it is longer than the moves if more events came than moves and the joining', () => {
  const players = { black: {}, white: {} };
  assert.equal(GameLog.isLonger({ seq: 3, moves: ['a', 'b'], players }), false);
  assert.equal(GameLog.isLonger({ seq: 4, moves: ['a', 'b'], players }), true);
  assert.equal(GameLog.isLonger({ seq: 1, moves: [], players: { black: null, white: null } }), true);
});
