import assert from 'node:assert/strict';
import test from 'node:test';
import { Incoming } from '../../static/offers/incoming.js';

const game = (id, opponent = 'me', phase = 'open') => ({ id, phase, created_at: id.charCodeAt(0), settings: { opponent } });
const ids = (incoming) => incoming.all.map(({ id }) => id);

test('offers come and go with the lines of the own games', () => {
  const incoming = new Incoming();
  assert.equal(incoming.take({ type: 'games', more: false, games: [game('a'), game('b', 'somebody'), game('c', null)] }, 'me'), true);
  assert.deepEqual(ids(incoming), ['a']);
  assert.equal(incoming.take({ type: 'offered', game: game('d') }, 'me'), true);
  assert.deepEqual(ids(incoming), ['d', 'a']);
  assert.equal(incoming.take({ type: 'changed', game: game('x', 'me', 'playing') }, 'me'), false);
  for (const type of ['started', 'declined', 'withdrawn']) {
    incoming.take({ type: 'offered', game: game('e') }, 'me');
    assert.equal(incoming.take({ type, game: game('e', 'me', 'finished') }, 'me'), true);
  }
  assert.deepEqual(ids(incoming), ['d', 'a']);
});

test('the whole takes the place of what was known, in as many parts as it has', () => {
  const incoming = new Incoming();
  incoming.take({ type: 'offered', game: game('a') }, 'me');
  incoming.take({ type: 'games', more: true, games: [game('b')] }, 'me');
  incoming.take({ type: 'games', more: false, games: [game('c')] }, 'me');
  assert.deepEqual(ids(incoming), ['c', 'b']);
  incoming.take({ type: 'games', more: false, games: [] }, 'me');
  assert.deepEqual(ids(incoming), []);
});

test('nobody is offered anything', () => {
  const incoming = new Incoming();
  incoming.take({ type: 'games', more: false, games: [game('a', undefined), game('b', null)] }, undefined);
  assert.deepEqual(ids(incoming), []);
});
