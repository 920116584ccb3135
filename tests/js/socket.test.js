import './english.js';
import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { Connection } from '../../static/net/socket.js';
import { FakeSocket, FakeTimers } from './fakes.js';

let timers;
let connection;
let heard;

function connect({ random = () => 1 } = {}) {
  timers = new FakeTimers();
  FakeSocket.made = [];
  connection = new Connection('ws://test', { Socket: FakeSocket, timers, random });
  heard = { snapshots: [], events: [], problems: [], states: [] };
  connection.on('state', (online) => heard.states.push(online));
  connection.connect();
}

const watch = (game, player = null) => connection.subscribe('g', {
  snapshot: (snapshot) => heard.snapshots.push(snapshot.seq),
  event: (event) => heard.events.push(event.seq),
  problem: (problem) => heard.problems.push(problem.code),
}, game && { player, game });
const event = (seq) => ({ type: 'event', game: 'g', event: { seq } });
const snapshot = (seq) => ({ type: 'snapshot', game: 'g', snapshot: { seq } });
const subscribe = (since) => ({ type: 'subscribe', game: 'g', ...(since !== undefined && { since }) });

beforeEach(() => connect());

test('it is online with the greeting, and subscribes then', () => {
  watch();
  assert.deepEqual(FakeSocket.last.sent, []);
  FakeSocket.last.hello();
  assert.deepEqual(heard.states, [true]);
  assert.deepEqual(FakeSocket.last.sent, [subscribe()]);
});

test('it begins from what the page was given, and goes on from there', () => {
  const said = [];
  connection.on('caught_up', (game) => said.push(game));
  watch({ seq: 7, phase: 'playing' });
  assert.deepEqual([heard.snapshots, FakeSocket.last.sent, connection.isCurrent('g')], [[7], [], false]);
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [subscribe(7)]);
  assert.equal(connection.isCurrent('g'), false, 'what is given may be old');
  FakeSocket.last.says(event(8));
  assert.deepEqual([heard.events, said], [[8], []]);
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 8 });
  assert.deepEqual([connection.isCurrent('g'), said], [true, ['g']]);
});

test('of a game that has begun, another reader than before is told anew', () => {
  const greets = (id) => {
    connection.reconnectNow();
    FakeSocket.last.hello({ id });
    return FakeSocket.last.sent;
  };
  watch({ seq: 0, phase: 'open' });
  assert.deepEqual(greets('a'), [subscribe(0)], 'who has joined is told so by an event');
  FakeSocket.last.says(event(1));
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 1 });
  assert.deepEqual(greets('a'), [subscribe(1)]);
  assert.deepEqual(greets('b'), [subscribe()]);
  FakeSocket.last.says(snapshot(1));
  assert.deepEqual(greets('b'), [subscribe(1)]);
  watch({ seq: 2, phase: 'playing' }, { id: 'c' });
  assert.deepEqual(greets('c'), [subscribe(2)]);
  assert.deepEqual([heard.snapshots, heard.events], [[0, 1, 2], [1]]);
});

test('what was given by another server is replaced', () => {
  watch({ seq: 7, phase: 'playing' });
  FakeSocket.last.hello();
  // A spectator of a delayed game may know less than a player.
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 3 });
  assert.deepEqual(FakeSocket.last.sent, [subscribe(7), subscribe()]);
  FakeSocket.last.says(snapshot(3));
  assert.deepEqual(heard.snapshots, [7, 3]);
});

test('a finished game is asked for anew: no event tells what was offered after it', () => {
  watch({ seq: 7, phase: 'finished' });
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [subscribe()]);
});

test('a first connection that fails is told once, also before any was there', () => {
  for (let i = 0; i < 3; i += 1) {
    FakeSocket.last.breaks();
    timers.advance(30_000);
  }
  assert.deepEqual(heard.states, [false]);
});

test('it comes back with growing pauses, and starts small again once steady', () => {
  for (const pause of [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]) {
    const before = FakeSocket.made.length;
    FakeSocket.last.breaks();
    timers.advance(pause - 1);
    assert.equal(FakeSocket.made.length, before);
    timers.advance(1);
    assert.equal(FakeSocket.made.length, before + 1);
  }
  FakeSocket.last.hello();
  timers.advance(5000);
  const before = FakeSocket.made.length;
  FakeSocket.last.breaks();
  timers.advance(500);
  assert.equal(FakeSocket.made.length, before + 1);
});

test('a server that is about to stop asks to come back, and nobody is told if that is quick', () => {
  FakeSocket.last.hello();
  timers.advance(5000);
  FakeSocket.last.breaks(1012);
  assert.deepEqual([connection.send({}), connection.isReturning], [false, true]);
  timers.advance(500);
  assert.equal(FakeSocket.made.length, 2);
  FakeSocket.last.hello();
  timers.advance(60_000);
  assert.deepEqual([heard.states, connection.isReturning], [[true, true], false]);
});

test('the pause before the return is by chance', () => {
  connect({ random: () => 0.1 });
  FakeSocket.last.hello();
  FakeSocket.last.breaks(1012);
  timers.advance(49);
  assert.equal(FakeSocket.made.length, 1);
  timers.advance(1);
  assert.equal(FakeSocket.made.length, 2);
});

test('a return that takes long is told, once, and the pauses grow', () => {
  FakeSocket.last.hello();
  FakeSocket.last.breaks(1012);
  timers.advance(500);
  FakeSocket.last.breaks();
  timers.advance(999);
  assert.deepEqual([FakeSocket.made.length, heard.states], [2, [true]]);
  timers.advance(1);
  assert.equal(FakeSocket.made.length, 3);
  timers.advance(499);
  assert.deepEqual(heard.states, [true]);
  timers.advance(1);
  assert.deepEqual(heard.states, [true, false]);
  FakeSocket.last.hello();
  assert.deepEqual(heard.states, [true, false, true]);
});

test('who is asked to come back again and again waits longer each time', () => {
  FakeSocket.last.hello();
  FakeSocket.last.breaks(1012);
  timers.advance(500);
  FakeSocket.last.hello();
  FakeSocket.last.breaks(1012);
  assert.deepEqual(heard.states, [true, true, false]);
  timers.advance(999);
  assert.equal(FakeSocket.made.length, 2);
  timers.advance(1);
  assert.equal(FakeSocket.made.length, 3);
});

test('half of a pause is by chance', () => {
  connect({ random: () => 0 });
  FakeSocket.last.breaks();
  timers.advance(250);
  assert.equal(FakeSocket.made.length, 2);
});

test('a server that greets and goes away at once is not hammered', () => {
  for (let i = 0; i < 4; i += 1) {
    FakeSocket.last.hello();
    FakeSocket.last.breaks();
    timers.advance(500 * 2 ** i);
  }
  assert.equal(connection.attempts, 4);
});

test('a socket that never greets is given up', () => {
  timers.advance(10_000);
  assert.ok(FakeSocket.last.closed);
  timers.advance(500);
  assert.equal(FakeSocket.made.length, 2);
});

test('after a reconnection it goes on from the last event it saw', () => {
  watch();
  FakeSocket.last.hello();
  FakeSocket.last.says(snapshot(3));
  FakeSocket.last.says(event(4));
  FakeSocket.last.breaks();
  assert.deepEqual(heard.states, [true, false]);
  timers.advance(500);
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [subscribe(4)]);
  FakeSocket.last.says(event(5));
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 5 });
  assert.deepEqual(heard.events, [4, 5]);
});

test('it catches up from the subscription to its answer, and not while there is no socket', () => {
  watch({ seq: 4 });
  assert.equal(connection.isCatchingUp('g'), false, 'not connected yet');
  FakeSocket.last.hello();
  assert.equal(connection.isCatchingUp('g'), true);
  FakeSocket.last.says(event(5));
  assert.equal(connection.isCatchingUp('g'), true, 'more may come');
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 5 });
  assert.equal(connection.isCatchingUp('g'), false);
  FakeSocket.last.says(event(7));
  assert.equal(connection.isCatchingUp('g'), true, 'an event is missing');
  FakeSocket.last.breaks();
  assert.equal(connection.isCatchingUp('g'), false, 'nothing is on its way');
  assert.equal(connection.isCatchingUp('h'), false, 'a game that nobody follows');
});

test('a gap means lost: it subscribes again, once, and keeps the order', () => {
  watch();
  FakeSocket.last.hello();
  FakeSocket.last.says(snapshot(3));
  FakeSocket.last.says(event(5));
  FakeSocket.last.says(event(6));
  assert.deepEqual(heard.events, []);
  assert.deepEqual(FakeSocket.last.sent, [subscribe(), subscribe(3)]);
  for (const seq of [4, 5, 6]) FakeSocket.last.says(event(seq));
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 6 });
  FakeSocket.last.says(event(7));
  assert.deepEqual(heard.events, [4, 5, 6, 7]);
  FakeSocket.last.says(event(9));
  assert.deepEqual(FakeSocket.last.sent.at(-1), subscribe(7));
});

test('an event that came twice counts once', () => {
  watch();
  FakeSocket.last.hello();
  FakeSocket.last.says(snapshot(3));
  FakeSocket.last.says(event(4));
  FakeSocket.last.says(event(4));
  FakeSocket.last.says(event(2));
  assert.deepEqual(heard.events, [4]);
});

test('a reader who lagged catches up', () => {
  watch();
  FakeSocket.last.hello();
  FakeSocket.last.says(snapshot(3));
  FakeSocket.last.says({ type: 'lagged', game: 'g', seq: 3 });
  assert.deepEqual(FakeSocket.last.sent.at(-1), subscribe(3));
});

test('a server that counts otherwise is asked for a snapshot', () => {
  watch();
  FakeSocket.last.hello();
  FakeSocket.last.says(snapshot(30));
  FakeSocket.last.breaks();
  timers.advance(500);
  FakeSocket.last.hello();
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 12 });
  assert.deepEqual(FakeSocket.last.sent.at(-1), subscribe());
  FakeSocket.last.says(snapshot(12));
  assert.deepEqual(heard.snapshots, [30, 12]);
});

test('a tab that returns asks, and an answer keeps the socket', () => {
  watch();
  FakeSocket.last.hello();
  FakeSocket.last.says(snapshot(3));
  connection.probe();
  assert.deepEqual(FakeSocket.last.sent.at(-1), subscribe(3));
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 3 });
  timers.advance(60_000);
  assert.equal(FakeSocket.made.length, 1);
});

test('a tab that returns to a dead socket is reconnected', () => {
  watch();
  FakeSocket.last.hello();
  connection.probe();
  timers.advance(7_000);
  assert.deepEqual(heard.states, [true, false]);
  timers.advance(500);
  assert.equal(FakeSocket.made.length, 2);
});

test('a tab that returns during a pause does not wait for its end', () => {
  FakeSocket.last.breaks();
  connection.probe();
  assert.equal(FakeSocket.made.length, 2);
  timers.advance(60_000);
  assert.ok(FakeSocket.made.length > 2, 'and the pause that was under way is forgotten, not doubled');
});

test('an old socket is not heard any more', () => {
  watch();
  const old = FakeSocket.last;
  old.hello();
  connection.reconnectNow();
  old.says(snapshot(3));
  old.breaks();
  assert.deepEqual(heard.snapshots, []);
  assert.equal(FakeSocket.made.length, 2);
  assert.ok(old.closed);
});

test('a subscription that is refused for good is reported, one for now is repeated', () => {
  watch();
  FakeSocket.last.hello();
  const refuse = (problem) => FakeSocket.last.says({ type: 'problem', game: 'g', id: null, problem });
  refuse({ code: 'unavailable' });
  assert.deepEqual(heard.problems, []);
  timers.advance(2_000);
  assert.deepEqual(FakeSocket.last.sent, [subscribe(), subscribe()]);
  refuse({ code: 'no_such_game' });
  assert.deepEqual(heard.problems, ['no_such_game']);
});

test('many refusals are followed by one attempt, and none for a game that nobody follows any more', () => {
  watch();
  FakeSocket.last.hello();
  const refuse = () => FakeSocket.last.says({ type: 'problem', game: 'g', id: null, problem: { code: 'unavailable' } });
  for (let refused = 0; refused < 5; refused += 1) {
    connection.probe();
    refuse();
  }
  const { length } = FakeSocket.last.sent;
  timers.advance(2_000);
  assert.equal(FakeSocket.last.sent.length, length + 1);
  refuse();
  connection.unsubscribe('g');
  timers.advance(2_000);
  assert.deepEqual(FakeSocket.last.sent.at(-1), { type: 'unsubscribe', game: 'g' });
});

test('the lobby is subscribed again after each reconnection', () => {
  const seen = [];
  connection.subscribeLobby({ all: (games) => seen.push(games), update: (...told) => seen.push(told) });
  FakeSocket.last.hello();
  FakeSocket.last.says({ type: 'lobby', games: ['x'] });
  FakeSocket.last.says({ type: 'lobby_update', games: ['y'], removed: ['x'] });
  FakeSocket.last.says({ type: 'lobby_update', games: [], moved: ['y'], removed: [] });
  assert.deepEqual(seen, [['x'], [['y'], ['x'], []], [[], [], ['y']]]);
  FakeSocket.last.breaks();
  timers.advance(500);
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [{ type: 'subscribe_lobby' }]);
});

test('presence and rematch go to the game they are about, the time to whoever asks for it', () => {
  const told = [];
  connection.on('now', (now) => told.push(['now', now]));
  connection.on('caught_up', (game) => told.push(['caught up', game]));
  connection.subscribe('g', {
    snapshot: () => {}, event: () => {}, problem: () => {},
    presence: (presence) => told.push(['presence', presence]),
    rematch: (rematch) => told.push(['rematch', rematch]),
  });
  assert.equal(connection.isCurrent('g'), false);
  FakeSocket.last.says({ type: 'hello', protocol: 1, server: 'test', now: 5, player: null });
  assert.equal(connection.isCurrent('g'), false, 'the snapshot is still to come');
  FakeSocket.last.says(snapshot(3));
  assert.equal(connection.isCurrent('g'), true);
  FakeSocket.last.says({ type: 'presence', game: 'g', presence: { watching: 2 } });
  FakeSocket.last.says({ type: 'presence', game: 'other', presence: { watching: 9 } });
  FakeSocket.last.says({ type: 'rematch', game: 'g', rematch: null });
  assert.deepEqual(told, [['now', 5], ['caught up', 'g'], ['presence', { watching: 2 }], ['rematch', null]]);
});

test('the own games go on from the last number, and another player begins anew', () => {
  const lines = [];
  connection.subscribeMine((line) => lines.push(line.seq));
  const ask = (since) => ({ type: 'subscribe_mine', ...(since !== undefined && { since }) });
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [], 'nobody has no games');
  connection.reconnectNow();
  FakeSocket.last.hello({ id: 'a' });
  assert.deepEqual(FakeSocket.last.sent, [ask()]);
  FakeSocket.last.says({ type: 'mine', line: { seq: 0, type: 'games', games: [], more: true } });
  connection.reconnectNow();
  FakeSocket.last.hello({ id: 'a' });
  assert.deepEqual(FakeSocket.last.sent, [ask()], 'a part has no number');
  FakeSocket.last.says({ type: 'mine', line: { seq: 7, type: 'games', games: [], more: false } });
  FakeSocket.last.says({ type: 'mine', line: { seq: 9, type: 'changed', game: {} } });
  connection.reconnectNow();
  FakeSocket.last.hello({ id: 'a' });
  assert.deepEqual(FakeSocket.last.sent, [ask(9)]);
  connection.reconnectNow();
  FakeSocket.last.hello({ id: 'b' });
  assert.deepEqual(FakeSocket.last.sent, [ask()]);
  assert.deepEqual(lines, [0, 7, 9]);
});

test('a game that the page follows by itself is left out of the own games', () => {
  connection.subscribeMine(() => {}, 'g');
  FakeSocket.last.hello({ id: 'a' });
  FakeSocket.last.says({ type: 'mine', line: { seq: 7, type: 'games', games: [], more: false } });
  connection.reconnectNow();
  FakeSocket.last.hello({ id: 'a' });
  assert.deepEqual(FakeSocket.last.sent, [{ type: 'subscribe_mine', since: 7, except: 'g' }]);
});

test('the own games that are refused for now are asked for again', () => {
  connection.subscribeMine(() => {});
  const ask = { type: 'subscribe_mine' };
  const refuse = (problem) => FakeSocket.last.says({ type: 'problem', game: null, id: null, problem });
  FakeSocket.last.hello({ id: 'a' });
  refuse({ code: 'unavailable' });
  timers.advance(2_000);
  assert.deepEqual(FakeSocket.last.sent, [ask, ask]);
  refuse({ code: 'too_many_requests', params: { retry_after_ms: 500 } });
  timers.advance(500);
  assert.deepEqual(FakeSocket.last.sent, [ask, ask, ask]);
  FakeSocket.last.says({ type: 'mine', line: { seq: 7, type: 'games', games: [], more: false } });
  refuse({ code: 'unavailable' });
  timers.advance(10_000);
  assert.deepEqual(FakeSocket.last.sent, [ask, ask, ask], 'this was about something else');
});

test('a network that is gone is told at once, and a socket that still answers goes on', () => {
  watch();
  const socket = FakeSocket.last;
  socket.hello();
  socket.says(snapshot(3));
  connection.networkGone();
  assert.deepEqual(heard.states, [true, false]);
  assert.deepEqual(socket.sent, [subscribe(), subscribe(3)], 'the server is asked');
  assert.equal(connection.send({ type: 'command' }), false);
  socket.says(event(4));
  assert.deepEqual(heard.states, [true, false], 'this was under way before');
  connection.subscribeLobby({ all() {}, update() {} });
  socket.says({ type: 'subscribed', game: 'g', seq: 4 });
  assert.deepEqual(heard.states, [true, false, true]);
  assert.deepEqual(socket.sent.slice(2), [subscribe(4), { type: 'subscribe_lobby' }]);
  timers.advance(60_000);
  assert.equal(FakeSocket.last, socket);
});

test('where nothing answers any more, the socket is given up, and the network that is back is used at once', () => {
  watch();
  FakeSocket.last.hello();
  FakeSocket.last.says(snapshot(3));
  connection.networkGone();
  connection.networkGone();
  FakeSocket.last.says(event(4));
  const dead = FakeSocket.last;
  timers.advance(7_000);
  assert.ok(dead.closed);
  assert.deepEqual(heard.states, [true, false]);
  connection.reconnectNow();
  FakeSocket.last.hello();
  assert.deepEqual([heard.states, FakeSocket.last.sent], [[true, false, true], [subscribe(4)]]);
});

test('a network that is gone before the first greeting is told, too', () => {
  connection.networkGone();
  assert.deepEqual(heard.states, [false]);
});
