import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { addChanges, applyEvent, mayAbort, mayPlay, movesToUndo, positionOf, seatOf } from '../../static/go/record.js';

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
  const joined = applyEvent(open, { seq: 1, type: 'joined', at: 5, players: { black: ann, white: ben }, changed: state() });
  assert.equal(joined.phase, 'playing');
  assert.equal(seatOf(joined, ben), 'white');
  assert.equal(open.players.black, null);

  const played = applyEvent(joined, {
    seq: 2, type: 'played', at: 6, color: 'black', move: 'E5', captured: ['E6'],
    changed: { turn: 1, to_move: 'white', prisoners: { black: 1, white: 0 } },
  });
  assert.deepEqual(played.moves, [{ color: 'black', at: 'E5', captured: ['E6'], time_left: null }]);
  assert.equal(played.prisoners.black, 1);
  assert.equal(played.seq, 2);
  assert.equal(joined.moves.length, 0);

  const passed = applyEvent(played, { seq: 3, type: 'passed', at: 7, color: 'white', changed: { turn: 2, to_move: 'black' } });
  assert.equal(passed.moves.at(-1).at, 'pass');
  assert.deepEqual([passed.turn, passed.to_move, passed.prisoners.black, played.turn], [2, 'black', 1, 1]);
});

/** Every member of a state, and another value of it. */
const MEMBERS = {
  phase: ['playing', 'scoring'], turn: [4, 5], to_move: ['black', null], prisoners: [{ black: 0, white: 0 }, { black: 1, white: 0 }],
  ko: ['E6', null], clock: [{ running: 'black' }, { running: null }], clock_givable_at: [900_000, null],
  waits: [{ for: 'move', until: 60_000 }, { for: 'agreement', until: 90_000 }], pause: [null, { color: 'white' }],
  pauses_left: [{ black: { times: 5 } }, { black: { times: 4 } }], undo: [{ request: 3, color: 'black', moves: 2 }, null],
  scoring: [null, { version: 1, dead: ['A1'] }], resumptions_left: [2, 1], handicap_left: [2, 0], button: [null, 'white'],
  pass_stones: [false, true], pass_ends: [false, true], result: [null, { winner: 'black', by: 'resignation' }],
};
const BEFORE = { ...Object.fromEntries(Object.entries(MEMBERS).map(([name, [value]]) => [name, value])), illegal: [{ at: 'E6', rule: 'ko' }] };

test('a change replaces the members that it names, as wholes, and no others', () => {
  for (const [name, [, after]] of Object.entries(MEMBERS)) {
    const ended = name === 'turn' || name === 'to_move';
    const expected = { ...BEFORE, [name]: after, illegal: ended ? [] : BEFORE.illegal };
    assert.deepEqual(addChanges(BEFORE, { [name]: after }), expected, name);
  }
  assert.deepEqual(addChanges(BEFORE, {}), BEFORE);
  assert.equal(BEFORE.illegal.length, 1, 'the state before stays as it was');
});

test('illegal points hold until the turn ends', () => {
  const suicide = [{ at: 'A1', rule: 'suicide' }];
  const asked = addChanges(BEFORE, { undo: { request: 9, color: 'white', moves: 1 } });
  assert.deepEqual(asked.illegal, BEFORE.illegal);
  assert.deepEqual(addChanges(asked, { turn: 5, to_move: 'white' }).illegal, []);
  assert.deepEqual(addChanges(asked, { turn: 6, illegal: suicide }).illegal, suicide, 'taken back, and the same player is to move');
  assert.deepEqual(addChanges({ ...BEFORE, illegal: [] }, { undo: null, illegal: suicide }).illegal, suicide, 'who comes back');
  assert.deepEqual(addChanges(asked, { phase: 'finished', to_move: null }).illegal, []);
});

test('a game goes through its phases by changes alone', () => {
  const begun = applyEvent(open, { seq: 1, type: 'joined', at: 5, players: { black: ann, white: ben }, changed: state() });
  const counted = { version: 1, dead: [], accepted: { black: false, white: false } };
  const events = [
    { type: 'passed', color: 'black', changed: { turn: 1, to_move: 'white', pass_ends: true } },
    { type: 'passed', color: 'white', changed: { phase: 'scoring', turn: 2, to_move: null, pass_ends: false, scoring: counted } },
    { type: 'proposed', color: 'black', dead: ['A1'], changed: { scoring: { ...counted, version: 2, dead: ['A1'] } } },
    { type: 'resumed', color: 'white', to_move: 'black', changed: { phase: 'playing', turn: 3, to_move: 'black', scoring: null, resumptions_left: 1 } },
    { type: 'resigned', color: 'black', changed: { phase: 'finished', to_move: null, result: { winner: 'white', by: 'resignation' } } },
  ];
  const seen = [];
  let record = begun;
  for (const [i, event] of events.entries()) {
    record = applyEvent(record, { seq: i + 2, at: 10 + i, ...event });
    seen.push([record.phase, record.to_move, record.scoring?.version ?? null, record.resumptions_left, record.moves.length]);
  }
  assert.deepEqual(seen, [
    ['playing', 'white', null, 2, 1], ['scoring', null, 1, 2, 2], ['scoring', null, 2, 2, 2], ['playing', 'black', null, 1, 2],
    ['finished', null, null, 1, 2],
  ]);
  assert.deepEqual([record.seq, record.updated_at, record.result.winner], [6, 14, 'white']);
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
  const played = applyEvent(record, { seq: 2, type: 'played', at: 6, color: 'black', move: 'E5', captured: [], changed: { turn: 1, to_move: 'white', clock } });
  assert.deepEqual(played.moves[0].time_left, { main: 5_000 });
  const passed = applyEvent(played, { seq: 3, type: 'passed', at: 7, color: 'white', changed: { turn: 2, to_move: 'black' } });
  assert.deepEqual(passed.moves[1].time_left, { main: 9_000 }, 'of the clock that was told before');
  assert.equal(movesToUndo(passed, 'white'), 1);
  assert.equal(movesToUndo(passed, 'black'), 2);
  assert.equal(movesToUndo(record, 'black'), 0);
  const back = applyEvent(passed, { seq: 5, type: 'undo_accepted', at: 8, color: 'white', request: 4, moves: 1, changed: { turn: 3, to_move: 'white' } });
  assert.deepEqual(back.moves.map(({ at }) => at), ['E5']);
  assert.notEqual(positionOf(back), positionOf(passed));
  assert.equal(positionOf(back), positionOf({ ...back, seq: 9 }));
});
