import assert from 'node:assert/strict';
import test from 'node:test';
import { applyEvent, mayAbort, mayPlay, seatOf } from '../../static/game/record.js';

const ann = { id: 'a', name: 'Ann' };
const ben = { id: 'b', name: 'Ben' };
const open = {
  id: 'g', seq: 0, phase: 'open', creator: ann, players: { black: null, white: null }, moves: [], turn: 0, to_move: null,
};
const state = (over) => ({
  phase: 'playing', turn: 0, to_move: 'black', prisoners: { black: 0, white: 0 }, illegal: [], scoring: null,
  resumptions_left: 2, result: null, ...over,
});

test('events carry a record on, and the old one stays as it was', () => {
  const joined = applyEvent(open, { seq: 1, type: 'joined', at: 5, players: { black: ann, white: ben }, state: state() });
  assert.equal(joined.phase, 'playing');
  assert.equal(seatOf(joined, ben), 'white');
  assert.equal(open.players.black, null);

  const played = applyEvent(joined, {
    seq: 2, type: 'played', at: 6, color: 'black', move: 'E5', captured: ['E6'],
    state: state({ turn: 1, to_move: 'white', prisoners: { black: 1, white: 0 } }),
  });
  assert.deepEqual(played.moves, [{ color: 'black', at: 'E5', captured: ['E6'] }]);
  assert.equal(played.prisoners.black, 1);
  assert.equal(played.seq, 2);
  assert.equal(joined.moves.length, 0);

  const passed = applyEvent(played, { seq: 3, type: 'passed', at: 7, color: 'white', state: state({ turn: 2 }) });
  assert.equal(passed.moves.at(-1).at, 'pass');
});

test('only the one to move may play, and a game may be called off early only', () => {
  const record = { ...open, ...state(), players: { black: ann, white: ben } };
  assert.equal(mayPlay(record, 'black'), true);
  assert.equal(mayPlay(record, 'white'), false);
  assert.equal(mayPlay(record, null), false);
  assert.equal(seatOf(record, null), null);
  assert.equal(mayAbort(record, 'white'), true);
  assert.equal(mayAbort({ ...record, moves: [1, 2] }, 'white'), false);
  assert.equal(mayAbort(record, null), false);
});
