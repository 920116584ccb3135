import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { Commands } from '../../static/net/commands.js';
import { Connection } from '../../static/net/socket.js';
import { FakeSocket, FakeTimers } from './fakes.js';

let timers;
let commands;

beforeEach(() => {
  timers = new FakeTimers();
  FakeSocket.made = [];
  const connection = new Connection('ws://test', { Socket: FakeSocket, timers, random: () => 1 });
  let made = 0;
  commands = new Commands(connection, 'g', { timers, makeId: () => `c-${made += 1}` });
  connection.connect();
});

const pass = { type: 'command', game: 'g', command: { type: 'pass', turn: 5, id: 'c-1' } };
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
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [pass]);
  ack('c-1');
  await answer;
  FakeSocket.last.breaks();
  timers.advance(1000);
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [], 'an answered one is not');
});

test('a command that is given offline waits for the connection', async () => {
  const answer = commands.send({ type: 'pass', turn: 5 });
  assert.deepEqual(FakeSocket.last.sent, []);
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [pass]);
  ack('c-1');
  await answer;
});

test('silence means a dead socket: it reconnects and sends again', () => {
  FakeSocket.last.hello();
  commands.send({ type: 'pass', turn: 5 });
  timers.advance(8_000);
  assert.equal(FakeSocket.made.length, 2);
  FakeSocket.last.hello();
  assert.deepEqual(FakeSocket.last.sent, [pass]);
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
