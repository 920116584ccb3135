import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { applyEvent, mayAbort, mayPlay, movesToUndo, positionOf, seatOf } from '../../static/game/record.js';

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
  assert.deepEqual(played.moves, [{ color: 'black', at: 'E5', captured: ['E6'], time_left: null }]);
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
  assert.equal(mayPlay({ ...record, pause: { color: 'white' } }, 'black'), false);
  assert.equal(seatOf(record, null), null);
  assert.equal(mayAbort(record, 'white'), true);
  const [black, white] = [{ color: 'black' }, { color: 'white' }];
  assert.equal(mayAbort({ ...record, moves: [black, black] }, 'white'), true, 'handicap stones are one player\'s');
  assert.equal(mayAbort({ ...record, moves: [black, white] }, 'white'), false);
  assert.equal(mayAbort(record, null), false);
});

test('moves that are taken back leave the record, and moves keep the time they left', () => {
  const clock = { black: { main: 5_000 }, white: { main: 9_000 } };
  const record = { ...open, ...state(), players: { black: ann, white: ben } };
  const played = applyEvent(record, { seq: 2, type: 'played', at: 6, color: 'black', move: 'E5', captured: [], state: state({ clock }) });
  assert.deepEqual(played.moves[0].time_left, { main: 5_000 });
  const passed = applyEvent(played, { seq: 3, type: 'passed', at: 7, color: 'white', state: state({ clock }) });
  assert.equal(movesToUndo(passed, 'white'), 1);
  assert.equal(movesToUndo(passed, 'black'), 2);
  assert.equal(movesToUndo(record, 'black'), 0);
  const back = applyEvent(passed, { seq: 5, type: 'undo_accepted', at: 8, color: 'white', request: 4, moves: 1, state: state({ turn: 3 }) });
  assert.deepEqual(back.moves.map(({ at }) => at), ['E5']);
  assert.notEqual(positionOf(back), positionOf(passed));
  assert.equal(positionOf(back), positionOf({ ...back, seq: 9 }));
});
