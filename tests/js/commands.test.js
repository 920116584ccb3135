import './english.js';
import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { Commands } from '../../static/net/commands.js';
import { Connection } from '../../static/net/socket.js';
import { FakeSocket, FakeTimers } from './fakes.js';

let timers;
let connection;
let commands;
let position;
let changes;

beforeEach(() => {
  timers = new FakeTimers();
  FakeSocket.made = [];
  connection = new Connection('ws://test', { Socket: FakeSocket, timers, random: () => 1 });
  let made = 0;
  position = 'turn 5';
  changes = 0;
  commands = new Commands(connection, 'g', {
    timers, makeId: () => `c-${made += 1}`, position: () => position, changed: () => { changes += 1; },
  });
  connection.connect();
});

const pass = { type: 'command', game: 'g', command: { type: 'pass', turn: 5, id: 'c-1' } };
const subscribed = () => {
  connection.subscribe('g', { snapshot: () => {}, event: () => {}, problem: () => {} });
  return { snapshot: (seq) => FakeSocket.last.says({ type: 'snapshot', game: 'g', snapshot: { seq } }) };
};
/** A page without a subscription knows at once all that it ever will. */
const back = () => {
  FakeSocket.last.hello();
  connection.tell('caught_up', 'g');
};
const ack = (id) => FakeSocket.last.says({ type: 'ack', game: 'g', id, seq: 18 });
const refuse = (id, problem) => FakeSocket.last.says({ type: 'problem', game: 'g', id, problem });

test('a command resolves when the server has it', async () => {
  FakeSocket.last.hello();
  const answer = commands.send({ type: 'pass', turn: 5 });
  assert.deepEqual(FakeSocket.last.sent, [pass]);
  ack('c-1');
  assert.equal((await answer).seq, 18);
  assert.equal(commands.waiting.size, 0);
});

test('a refusal is thrown with its code and params', async () => {
  FakeSocket.last.hello();
  const answer = commands.send({ type: 'pass', turn: 5 });
  refuse('c-1', { code: 'stale_turn', status: 409, params: { turn: 6 } });
  await assert.rejects(answer, (problem) => problem.code === 'stale_turn' && problem.params.turn === 6);
});

test('a command without an answer is sent again with the same id', async () => {
  FakeSocket.last.hello();
  const answer = commands.send({ type: 'pass', turn: 5 });
  FakeSocket.last.breaks();
  timers.advance(500);
  back();
  assert.deepEqual(FakeSocket.last.sent, [pass]);
  ack('c-1');
  await answer;
  FakeSocket.last.breaks();
  timers.advance(1000);
  back();
  assert.deepEqual(FakeSocket.last.sent, [], 'an answered one is not');
});

test('a command that is given offline waits for the connection', async () => {
  const answer = commands.send({ type: 'pass', turn: 5 });
  assert.deepEqual(FakeSocket.last.sent, []);
  back();
  assert.deepEqual(FakeSocket.last.sent, [pass]);
  ack('c-1');
  await answer;
});

test('silence means a dead socket: it reconnects and sends again', () => {
  FakeSocket.last.hello();
  commands.send({ type: 'pass', turn: 5 });
  timers.advance(8_000 + 7_000 + 500);
  assert.equal(FakeSocket.made.length, 2);
  back();
  assert.deepEqual(FakeSocket.last.sent, [pass]);
});

test('a server that answers other things is only slow: nothing is sent twice', async () => {
  FakeSocket.last.hello();
  subscribed().snapshot(7);
  const answer = commands.send({ type: 'pass', turn: 5 });
  timers.advance(8_000);
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 7 });
  timers.advance(7_000);
  assert.equal(FakeSocket.made.length, 1);
  assert.deepEqual(FakeSocket.last.sent.filter(({ type }) => type === 'command'), [pass]);
  ack('c-1');
  await answer;
});

test('refusals that pass by themselves are waited for', async () => {
  FakeSocket.last.hello();
  const answer = commands.send({ type: 'pass', turn: 5 });
  refuse('c-1', { code: 'unavailable' });
  timers.advance(1_500);
  refuse('c-1', { code: 'too_many_requests', params: { retry_after_ms: 300 } });
  timers.advance(300);
  assert.deepEqual(FakeSocket.last.sent, [pass, pass, pass]);
  ack('c-1');
  await answer;
});

test('each command has an id of its own, and answers find theirs', async () => {
  FakeSocket.last.hello();
  const first = commands.send({ type: 'propose', version: 1, dead: [] });
  const second = commands.send({ type: 'accept', version: 2 });
  refuse('c-2', { code: 'stale_version', params: { version: 3 } });
  ack('c-1');
  await first;
  await assert.rejects(second);
});

test('what is done without a connection waits, and is sent into the position it was meant for', async () => {
  FakeSocket.last.hello();
  const { snapshot } = subscribed();
  snapshot(7);
  FakeSocket.last.breaks();
  const answer = commands.send({ type: 'pass', turn: 5 });
  assert.equal(commands.held.why, 'offline');
  timers.advance(500);
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent.map(({ type }) => type), ['subscribe'], 'not before it is known what happened meanwhile');
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 7 });
  assert.deepEqual(FakeSocket.last.sent.at(-1), pass);
  assert.equal(commands.held, null);
  ack('c-1');
  await answer;
});

test('it is not sent into another position', async () => {
  FakeSocket.last.hello();
  const { snapshot } = subscribed();
  snapshot(7);
  FakeSocket.last.breaks();
  const answer = commands.send({ type: 'pass', turn: 5 });
  position = 'turn 6';
  timers.advance(500);
  FakeSocket.last.hello();
  FakeSocket.last.says({ type: 'subscribed', game: 'g', seq: 7 });
  await assert.rejects(answer, ({ code }) => code === 'moved_on');
  assert.deepEqual(FakeSocket.last.sent.map(({ type }) => type), ['subscribe']);
});

test('it can be withdrawn while it waits', async () => {
  const answer = commands.send({ type: 'pass', turn: 5 });
  commands.held.withdraw();
  await assert.rejects(answer, ({ code }) => code === 'withdrawn');
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, []);
  assert.equal(commands.held, null);
});

test('what was sent and not answered may have arrived: it is sent again wherever the game is, and not withdrawn', async () => {
  FakeSocket.last.hello();
  const answer = commands.send({ type: 'pass', turn: 5 });
  FakeSocket.last.breaks();
  assert.equal(commands.held.why, 'unsure');
  assert.equal(commands.held.withdraw, null);
  position = 'turn 6';
  timers.advance(500);
  FakeSocket.last.hello();
  connection.tell('caught_up', 'g');
  assert.deepEqual(FakeSocket.last.sent, [pass]);
  ack('c-1');
  await answer;
});

test('while nothing can be saved it tries on, says so, and stops when told to', async () => {
  FakeSocket.last.hello();
  const answer = commands.send({ type: 'pass', turn: 5 });
  refuse('c-1', { code: 'unavailable' });
  assert.equal(commands.held.why, 'unavailable');
  assert.equal(commands.held.command.type, 'pass');
  timers.advance(1_500);
  assert.deepEqual(FakeSocket.last.sent, [pass, pass]);
  assert.equal(commands.held.why, 'unavailable', 'until it is answered');
  refuse('c-1', { code: 'stale_turn', params: { turn: 6 } });
  await assert.rejects(answer, (problem) => problem.code === 'stale_turn' && problem.held);
  assert.equal(commands.held, null);

  const other = commands.send({ type: 'pass', turn: 6 });
  refuse('c-2', { code: 'wrong_clock', params: { ahead_ms: 9_000 } });
  assert.equal(commands.held.why, 'wrong_clock');
  commands.held.withdraw();
  await assert.rejects(other, ({ code }) => code === 'withdrawn');
  timers.advance(5_000);
  assert.equal(FakeSocket.last.sent.filter(({ command }) => command.id === 'c-2').length, 1);
  assert.ok(changes > 3);
});

test('while the server cannot bring the game up to date, it says that nothing is saved', async () => {
  const { snapshot } = subscribed();
  FakeSocket.last.hello();
  const answer = commands.send({ type: 'pass', turn: 5 });
  const kept = () => FakeSocket.last.says({ type: 'problem', game: 'g', id: null, problem: { code: 'unavailable' } });
  kept();
  assert.equal(commands.held.why, 'unavailable');
  timers.advance(2_000);
  kept();
  timers.advance(2_000);
  assert.deepEqual(FakeSocket.last.sent.filter(({ type }) => type === 'command'), [], 'the game may have gone on');
  snapshot(17);
  assert.deepEqual(FakeSocket.last.sent.at(-1), pass);
  ack('c-1');
  await answer;
  assert.equal(commands.held, null);
});

test('while the server is of an earlier release than the game, it asks again until another one answers', async () => {
  const { snapshot } = subscribed();
  FakeSocket.last.hello();
  const answer = commands.send({ type: 'pass', turn: 5 });
  FakeSocket.last.says({ type: 'problem', game: 'g', id: null, problem: { code: 'later_release' } });
  assert.equal(commands.held.why, 'later_release');
  timers.advance(2_000);
  assert.equal(FakeSocket.last.sent.at(-1).type, 'subscribe');
  snapshot(17);
  assert.deepEqual(FakeSocket.last.sent.at(-1), pass);
  refuse('c-1', { code: 'later_release' });
  assert.equal(commands.held.why, 'later_release');
  timers.advance(1_500);
  ack('c-1');
  await answer;
  assert.equal(commands.held, null);
});

test('what is sent after the game was brought up to date is not said to be unsaved', () => {
  const { snapshot } = subscribed();
  FakeSocket.last.hello();
  commands.send({ type: 'pass', turn: 5 });
  FakeSocket.last.says({ type: 'problem', game: 'g', id: null, problem: { code: 'unavailable' } });
  snapshot(17);
  assert.equal(commands.held, null, 'it is under way, and nobody can take it back');
  refuse('c-1', { code: 'unavailable' });
  assert.equal(commands.held.why, 'unavailable');
});

test('a game that may not be followed takes commands', () => {
  subscribed();
  FakeSocket.last.hello();
  commands.send({ type: 'pass', turn: 5 });
  FakeSocket.last.says({ type: 'problem', game: 'g', id: null, problem: { code: 'too_many_subscriptions' } });
  assert.deepEqual(FakeSocket.last.sent.at(-1), pass);
});

test('a server that never brings the game up to date is a dead one, each time', () => {
  subscribed();
  FakeSocket.last.hello();
  commands.send({ type: 'pass', turn: 5 });
  assert.equal(commands.held, null);
  for (const sockets of [1, 2]) {
    assert.equal(FakeSocket.made.length, sockets);
    timers.advance(8_000 + 7_000);
    assert.deepEqual([commands.held.why, connection.online], ['offline', false]);
    timers.advance(500);
    FakeSocket.last.hello();
  }
  assert.equal(FakeSocket.made.length, 3);
});

test('the events that commands of this page led to are known by their numbers', async () => {
  FakeSocket.last.hello();
  const resigned = { seq: 18, type: 'resigned', changed: { phase: 'finished' } };
  const answer = commands.send({ type: 'resign' });
  assert.equal(commands.isOwn(resigned), false);
  ack('c-1');
  await answer;
  assert.equal(commands.isOwn(resigned), true);
  assert.equal(commands.isOwn({ ...resigned, seq: 19 }), false);
});

test('a move whose answer was lost is known by its turn', () => {
  const passed = { seq: 18, type: 'passed', changed: { turn: 6, to_move: 'white' } };
  commands.send({ type: 'pass', turn: 5 });
  assert.equal(commands.isOwn(passed), false, 'it was never sent');
  FakeSocket.last.hello();
  FakeSocket.last.breaks();
  assert.equal(commands.isOwn(passed), true);
  assert.equal(commands.isOwn({ ...passed, changed: { turn: 7 } }), false);
  const played = { ...passed, type: 'played', move: 'E5' };
  assert.equal(commands.isOwn(played), false);
  timers.advance(500);
  FakeSocket.last.hello();
  commands.send({ type: 'play', turn: 5, at: 'E5' });
  assert.equal(commands.isOwn(played), true);
  assert.equal(commands.isOwn({ ...played, move: 'C3' }), false);
});
