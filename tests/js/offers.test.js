import './english.js';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { deadlineText, offersOf, readOnlyText, undoButton } from '../../static/game/offers.js';
import { untilClockOffer } from '../../static/game/given-clock.js';
import { eventText, statusText, turnText } from '../../static/game/status-text.js';
import { hasText } from '../../static/text/text.js';

const players = { black: { id: 'a', name: 'Ann' }, white: { id: 'b', name: 'Ben' } };
const moves = [{ color: 'black', at: 'E5' }, { color: 'white', at: 'C3' }, { color: 'black', at: 'G7' }];
const playing = {
  phase: 'playing', players, moves, to_move: 'white', pause: null, undo: null, waits: null, settings: { delay: 0 },
  pauses_left: { black: { millis: 600_000, times: 4 }, white: { millis: 600_000, times: 5 } },
};
const reader = { live: true, walk: { number: 3, length: 3, lastMove: null } };
const see = (record, more = {}) => ({ record: { ...playing, ...record }, seat: 'black', reader, now: 1_000, online: true, held: null, presence: null, ...more });
const names = ({ buttons }) => buttons.map(({ name }) => name);

test('an undo is asked for, answered or withdrawn in place', () => {
  const undo = { request: 7, color: 'black', moves: 2 };
  const [mine] = offersOf(see({ undo }));
  assert.equal(mine.text, 'You asked to take back G7. Ben can answer until the next move.');
  assert.deepEqual(names(mine), ['undo_withdraw']);
  const [theirs] = offersOf(see({ undo: { ...undo, moves: 1 } }, { seat: 'white' }));
  assert.equal(theirs.text, 'Ann asks to take back 2 moves (C3, G7).');
  assert.deepEqual(names(theirs), ['undo_accept', 'undo_reject']);
  const [watched] = offersOf(see({ undo }, { seat: null }));
  assert.deepEqual(watched.buttons, []);
});

test('the Undo button says how many moves would go back', () => {
  assert.equal(undoButton(playing, 'black').text, 'Undo');
  assert.deepEqual(undoButton(playing, 'white'), {
    count: 2, text: 'Undo 2', means: 'Asks Ann to take back 2 moves: the reply and your last move.',
  });
  assert.equal(undoButton({ ...playing, moves: [] }, 'white').count, 0);
});

test('a pause counts down, and only who paused ends it', () => {
  const pause = { color: 'black', since: 0, until: 571_000 };
  const [mine] = offersOf(see({ pause }));
  assert.equal(mine.text, 'You paused. The clock restarts in 9:30. 4 pauses left.');
  assert.deepEqual(names(mine), ['unpause']);
  const [theirs] = offersOf(see({ pause }, { seat: 'white' }));
  assert.equal(theirs.text, 'Ann paused. The clock restarts in 9:30.');
  assert.deepEqual(theirs.buttons, []);
});

test('a pause of the staff is told in play and in scoring, and nobody can end it', () => {
  const pause = { color: null, since: 0, until: Date.UTC(2026, 8, 24, 12) };
  const scoring = { version: 1, accepted: { black: false, white: false } };
  for (const phase of [{ phase: 'playing' }, { phase: 'scoring', scoring }]) {
    for (const seat of ['black', 'white', null]) {
      const [line, ...rest] = offersOf(see({ ...phase, pause }, { seat }));
      assert.match(line.text, /^Paused by the server's staff until Sep 2\d, 2026, .*M\. No clock is running\.$/);
      assert.deepEqual([line.buttons, rest], [[], []]);
    }
  }
  const state = see({ phase: 'scoring', scoring, pause }, { log: { entries: [] }, pending: null, connecting: false });
  assert.equal(turnText(state), "Paused by the server's staff");
  assert.match(statusText(state), /^The server's staff paused the game until Sep 2\d, 2026/);
  const away = { live: false, walk: { number: 1, length: 3, lastMove: null } };
  assert.deepEqual(offersOf(see({ phase: 'scoring', scoring, pause }, { reader: away })).map(({ kind }) => kind), ['pause'], 'nothing to do at the latest move');
  // A request to take back can be answered.
  const undo = { request: 7, color: 'black', moves: 2 };
  assert.deepEqual(offersOf(see({ pause, undo })).map(({ kind }) => kind), ['pause', 'undo']);
});

test('an absence counts down to the claim', () => {
  const presence = { black: { here: true, claimable_at: null }, white: { here: false, claimable_at: 131_000 }, watching: 0 };
  const [early] = offersOf(see({}, { presence }));
  assert.equal(early.text, 'Ben is away. You can claim the game in 2:10.');
  assert.deepEqual(early.buttons.map(({ disabled }) => disabled), [true, true]);
  const [late] = offersOf(see({}, { presence, now: 131_000 }));
  assert.deepEqual(late.buttons.map(({ disabled }) => disabled), [false, false]);
  assert.deepEqual(names(late), ['claim_win', 'claim_abort']);
  assert.deepEqual(offersOf(see({}, { presence, seat: 'white' })), []);
  assert.deepEqual(offersOf(see({}, { presence, seat: null })), []);
  const never = { ...presence, white: { here: false, claimable_at: null } };
  assert.deepEqual(offersOf(see({}, { presence: never })), [], 'where absence ends nothing');
});

test('a clock is offered when nobody has moved for long, and nobody is away', () => {
  const untimed = { clock: null, clock_givable_at: 901_000 };
  const late = { now: 901_000 };
  assert.deepEqual(offersOf(see(untimed)), []);
  assert.equal(untilClockOffer(see(untimed)), 900_000);
  const [theirs] = offersOf(see(untimed, late));
  assert.equal(theirs.text, "Ben hasn't moved for a while. You can add a clock to the game.");
  assert.equal(theirs.aloud, theirs.text);
  assert.deepEqual(names(theirs), ['give_clock']);
  assert.equal(untilClockOffer(see(untimed, late)), null, 'it is there');
  const [yours] = offersOf(see(untimed, { ...late, seat: 'white' }));
  assert.equal(yours.text, 'This game has no clock. You can add one.');
  assert.equal(offersOf(see(untimed, { ...late, online: false }))[0].buttons[0].disabled, true);
  const kinds = (record, more) => offersOf(see({ ...untimed, ...record }, { ...late, ...more })).map(({ kind }) => kind);
  const presence = { black: { here: true, claimable_at: null }, white: { here: false, claimable_at: 910_000 }, watching: 0 };
  assert.deepEqual(kinds({}, { presence }), ['away'], 'the game will be theirs to claim');
  const asking = (color) => offersOf(see({ ...untimed, undo: { request: 7, color, moves: 2 } }, late));
  assert.deepEqual(asking('black').map(names), [['undo_withdraw', 'give_clock']], 'an unanswered request is no move');
  assert.deepEqual(asking('white').map(names), [['undo_accept', 'undo_reject']], 'an answer is due first');
  assert.deepEqual(kinds({ clock_givable_at: null }), [], 'there is a clock');
  assert.deepEqual(kinds({ moves: [moves[0]] }), [], 'the game may be called off');
  assert.deepEqual(kinds({}, { seat: null }), []);
  const computer = { players: { ...players, black: { ...players.black, kind: 'computer' } } };
  assert.deepEqual(kinds(computer, { seat: 'white' }), [], 'the computer waits');
  assert.equal(untilClockOffer(see({ ...untimed, ...computer }, { seat: 'white' })), null);
});

test('what waits to be sent is told in every phase, with why', () => {
  const held = (why, withdraw = () => {}) => ({ command: { type: 'play', at: 'D4' }, why, withdraw });
  const [offline] = offersOf(see({ phase: 'scoring' }, { held: held('offline') }));
  assert.match(offline.text, /^No connection\. Your move D4 is kept/);
  assert.deepEqual(names(offline), ['withdraw']);
  const [away] = offersOf(see({}, { held: held('unavailable') }));
  assert.equal(away.text, "The server has a problem. Your move D4 isn't saved yet. Trying again…");
  const [unsure] = offersOf(see({}, { held: held('unsure', null) }));
  assert.deepEqual(unsure.buttons, []);
});

test('a countdown to a claim gives way to what can be answered now, and any absence to the way back', () => {
  const presence = { black: { here: true, claimable_at: null }, white: { here: false, claimable_at: 131_000 }, watching: 0 };
  const undo = { request: 7, color: 'white', moves: 1 };
  const kinds = (record, more) => offersOf(see(record, { presence, ...more })).map(({ kind }) => kind);
  assert.deepEqual(kinds({ undo }), ['undo']);
  assert.deepEqual(kinds({ undo }, { now: 131_000 }), ['undo', 'away']);
  const reader = { live: false, walk: { number: 1, length: 2, lastMove: null } };
  assert.deepEqual(kinds({ to_move: 'black' }, { reader, now: 131_000 }), ['reading']);
});

test('without a connection nothing can be asked or answered', () => {
  const offers = offersOf(see({ undo: { request: 7, color: 'white', moves: 1 } }, { online: false }));
  assert.deepEqual(offers[0].buttons.map(({ name, disabled }) => [name, disabled]), [['undo_accept', true], ['undo_reject', true]]);
});

test('deadlines are told in a sentence, but not those of a clock', () => {
  const waits = { for: 'first_move', until: 26_000 };
  assert.equal(deadlineText(see({ waits })), 'Ben has 0:25 for the first move, or the game is called off.');
  assert.equal(deadlineText(see({ waits }, { seat: 'white' })), 'You have 0:25 for your first move, or the game is called off.');
  assert.equal(deadlineText(see({ waits: { for: 'agreement', until: 273_000 } })), '4:32 to agree, or play resumes.');
  assert.equal(deadlineText(see({ waits: { for: 'move', until: 26_000 } })), '');
  // A week is nothing to think of at the first move, and stands among what is not needed.
  const far = see({ waits: { for: 'first_move', until: 7 * 86_400_000 } }, { seat: 'white' });
  assert.equal(deadlineText(far), '');
  assert.match(deadlineText(far, true), /^You have .+ for your first move/);
  assert.match(deadlineText({ ...far, now: 6 * 86_400_000 }), /^You have .+ for your first move/);
  assert.equal(deadlineText(see({})), '');
});

test('every command that can wait has a name', () => {
  for (const type of ['play', 'pass', 'propose', 'accept', 'resume', 'resign', 'abort', 'undo', 'undo_accept', 'undo_reject', 'pause',
    'unpause', 'give_clock', 'claim']) assert.ok(hasText(`held.${type}`), type);
});

test('every reason to decline has words', async () => {
  const page = await readFile(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
  const [, told] = page.match(/`reason` tells the other player, and whoever may see the game, why, in one of these words: ([^]*?)\.\n/);
  const reasons = [...told.matchAll(/`([a-z_]+)`/g)].map(([, reason]) => reason);
  assert.ok(reasons.length > 5);
  for (const reason of reasons) assert.ok(hasText(`because.${reason}`), reason);
});

test('what time and players did is told in words', () => {
  const text = (event, more) => eventText({ actor: 'a', color: 'black', ...event }, { ...playing, opponent: null }, more);
  assert.equal(text({ type: 'credited', millis: 40_000, actor: null }), "The server was down for 40 seconds. That time doesn't count.");
  const timed = { ...playing, clock: { running: 'black' } };
  assert.equal(eventText({ type: 'credited', millis: 40_000, actor: null }, timed), 'The server was down for 40 seconds. The clocks got that time back.');
  // The game has been given its clock since.
  assert.equal(eventText({ type: 'credited', millis: 40_000, actor: null }, timed, { timed: false }),
    "The server was down for 40 seconds. That time doesn't count.");
  assert.equal(text({ type: 'clock_given' }), 'Ann added a clock: 3 days for each move.');
  assert.equal(text({ type: 'undo_requested', moves: 1 }), 'Ann asks to take back 2 moves.');
  assert.equal(text({ type: 'undo_accepted', color: 'white', moves: 1 }), 'Ben allowed the undo: the game is back at move 1.');
  assert.equal(text({ type: 'undo_rejected' }), 'Ann declined the undo.');
  assert.equal(text({ type: 'undo_rejected' }, { withdrawn: true }), 'Ann withdrew the undo request.');
  assert.equal(text({ type: 'unpaused', color: null, actor: null }), 'The pause is over.');
  assert.match(text({ type: 'paused', color: null, actor: null, until: Date.UTC(2026, 8, 24, 12) }), /^The server's staff paused the game until Sep 2\d, 2026, .*M\.$/);
  assert.equal(text({ type: 'paused' }), 'Ann paused the game.');
  assert.equal(text({ type: 'adjudicated', color: undefined, actor: null }), "The server's staff decided the game.");
  assert.equal(text({ type: 'resumed', color: null, to_move: 'white' }), 'No agreement in time: play resumes. White is to move.');
  assert.equal(text({ type: 'timed_out', actor: null }), 'Ann ran out of time.');
  assert.equal(text({ type: 'aborted', color: null, actor: null }), 'Nobody joined in time: the game is called off.');
  const invited = { ...playing, opponent: { id: 'c', name: 'Cleo' } };
  assert.equal(eventText({ type: 'aborted', color: null, actor: 'c' }, invited), 'Cleo declined.');
  assert.equal(eventText({ type: 'aborted', color: null, actor: 'c', reason: 'busy' }, invited),
    'Cleo declined. Too many games right now: try again later.');
  assert.equal(text({ type: 'aborted', reason: 'no_move' }), "Ann called the game off. The first move wasn't made in time.");
  assert.equal(text({ type: 'aborted', reason: 'one_of_later' }), 'Ann called the game off.');
});

test('the way back from an earlier move is offered to whoever has something to do there', () => {
  const away = { live: false, walk: { number: 1, length: 3, lastMove: { ...moves[0], captured: [] } } };
  assert.deepEqual(offersOf(see({}, { reader: away })), [], 'it is the turn of the other');
  const [way] = offersOf(see({}, { reader: away, seat: 'white' }));
  assert.equal(way.text, 'You are looking at move 1 of 3. Black played E5.');
  assert.deepEqual(way.buttons, [{ name: 'back', params: { number: 3 }, primary: true, text: 'back_to_play' }]);
  assert.equal(readOnlyText(see({}, { reader: away, seat: 'white' })), "This is move 1: you can't play or mark here. Go back to move 3 first.");
  assert.deepEqual(offersOf(see({}, { reader: away, seat: null })), []);
});
