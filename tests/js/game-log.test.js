import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { GameLog } from '../../static/game/game-log.js';
import { GameState } from '../../static/game/game-state.js';

/** Events that change nothing that the log looks at. */
const plain = (events) => events.map((event) => ({ changed: {}, ...event }));
const told = ({ entries }) => entries.map(({ after, event, withdrawn }) => [event.type, after, withdrawn]);

test('what happened beside the moves is kept after the move it followed', () => {
  const log = GameLog.from(plain([
    { type: 'joined' }, { type: 'played' }, { type: 'played' }, { type: 'paused' }, { type: 'unpaused' }, { type: 'played' },
    { type: 'credited' }, { type: 'clock_given' }, { type: 'proposed' }, { type: 'adjudicated' },
  ]));
  assert.deepEqual(told(log), [['paused', 2, false], ['unpaused', 2, false], ['credited', 3, false], ['clock_given', 3, false], ['adjudicated', 3, false]]);
});

test('after an undo nothing stands behind the last move', () => {
  const log = new GameLog({ moves: ['a', 'b', 'c', 'd'] });
  for (const event of plain([
    { type: 'paused' }, { type: 'undo_requested', color: 'black', moves: 2 },
    { type: 'undo_accepted', color: 'white', moves: 2 }, { type: 'played' }, { type: 'credited' },
  ])) log.add(event);
  assert.deepEqual(told(log), [['paused', 2, false], ['undo_accepted', 2, false], ['credited', 3, false]]);
});

test('a request that its own player rejects was withdrawn', () => {
  const log = new GameLog({ moves: [], undo: { color: 'black' } });
  for (const event of plain([
    { type: 'undo_rejected', color: 'black' }, { type: 'undo_requested', color: 'black' }, { type: 'undo_rejected', color: 'white' },
  ])) log.add(event);
  assert.deepEqual(log.entries.map(({ withdrawn }) => withdrawn), [true, false]);
});

test('it knows at which events the game had a clock', () => {
  const events = [
    { type: 'joined', changed: { phase: 'playing' } }, { type: 'credited', changed: {} },
    { type: 'clock_given', changed: { clock: { running: 'black' } } }, { type: 'played', changed: { turn: 1 } },
    { type: 'credited', changed: {} }, { type: 'timed_out', changed: { clock: { running: null } } },
  ];
  const timed = ({ entries }) => entries.map(({ event, timed }) => [event.type, timed]);
  assert.deepEqual(timed(GameLog.from(events)), [['credited', false], ['clock_given', true], ['credited', true], ['timed_out', true]]);
  for (const clock of [null, { running: 'white' }]) {
    const log = new GameLog({ moves: [], clock });
    log.add({ type: 'credited', changed: {} });
    assert.deepEqual(timed(log), [['credited', clock !== null]]);
  }
});

test('it is longer than the moves if more events came than moves and the joining', () => {
  const players = { black: {}, white: {} };
  assert.equal(GameLog.isLonger({ seq: 3, moves: ['a', 'b'], players }), false);
  assert.equal(GameLog.isLonger({ seq: 4, moves: ['a', 'b'], players }), true);
  assert.equal(GameLog.isLonger({ seq: 1, moves: [], players: { black: null, white: null } }), true);
});

test('the log knows which moves were taken back, as far as it reaches', () => {
  const log = new GameLog({ moves: ['a', 'b'], seq: 6, players: { black: {}, white: {} } });
  assert.deepEqual([log.tookBack({ move: 2, event: 5 }), log.tookBack({ move: 2, event: 6 })], [undefined, false]);
  log.add({ seq: 7, type: 'undo_accepted', moves: 1, changed: {} });
  assert.deepEqual([[2, 5], [2, 6], [2, 7], [1, 6], [1, 5]].map(([move, event]) => log.tookBack({ move, event })), [true, true, false, false, undefined]);
  // A game without other events than moves has none before it either.
  assert.equal(new GameLog({ moves: ['a', 'b'], seq: 3, players: { black: {}, white: {} } }).tookBack({ move: 1, event: 1 }), false);
});

test('what it has learnt stays when the same moment of the game is told again', () => {
  const state = new GameState();
  const told = (seq) => ({
    seq, turn: 1, phase: 'playing', settings: { board: { width: 9, height: 9 } }, players: { black: {}, white: {} }, moves: [], scoring: null,
  });
  const events = [
    { seq: 1, type: 'joined', changed: {} }, { seq: 2, type: 'joined', changed: {} }, { seq: 3, type: 'paused', changed: {} },
    { seq: 4, type: 'unpaused', changed: {} },
  ];
  const shown = () => [state.log.isWhole, state.log.entries.map(({ event }) => event.type)];
  state.takeSnapshot(told(4));
  assert.deepEqual(shown(), [false, []]);
  assert.equal(state.takeHistory(events.slice(0, 3)), false);
  assert.deepEqual(shown(), [false, []]);
  assert.equal(state.takeHistory(events), true);
  state.takeSnapshot(told(4));
  assert.deepEqual(shown(), [true, ['paused', 'unpaused']]);
  state.takeSnapshot(told(5));
  assert.deepEqual(shown(), [false, []]);
});
