import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { OwnGames } from '../../static/waiting/own-games.js';
import { askedOf, isAskedIn, isOfferTo, waitingGames } from '../../static/waiting/waiting-games.js';
import { otherGames, timeLeft } from '../../static/home/own-order.js';

const ME = { id: 'me' };
const ids = (games) => games.map(({ id }) => id);

/** A game in which this player has Black. */
function playing(id, { asked = null, until = null, seq = 1, updated_at = 0, phase = 'playing' } = {}) {
  return {
    id, seq, phase, updated_at, players: { black: ME, white: { id: 'you' } }, asked: { black: asked, white: null },
    waits: until === null ? null : { for: 'move', until }, settings: { opponent: null },
  };
}

const offer = (id, to = 'me', phase = 'open') => ({
  id, seq: 1, phase, updated_at: 0, players: { black: null, white: null }, asked: { black: null, white: null }, waits: null, settings: { opponent: to },
});

test('a game waits for a move, an answer, an agreement, or for a player to take it', () => {
  for (const asked of ['move', 'undo', 'agreement']) assert.equal(askedOf(playing('a', { asked }), ME), asked);
  assert.equal(askedOf(offer('a'), ME), 'offer');
  assert.equal(askedOf(offer('a', 'you'), ME), null);
  assert.equal(askedOf(playing('a'), ME), null);
  // White and spectators are asked for nothing here.
  assert.equal(askedOf(playing('a', { asked: 'move' }), { id: 'you' }), null);
  assert.equal(askedOf(playing('a', { asked: 'move' }), { id: 'somebody' }), null);
  assert.equal(askedOf(playing('a', { asked: 'move' }), null), null);
});

test('the game of the page says by its parts whether it waits', () => {
  const record = (parts) => ({
    phase: 'playing', players: { black: ME, white: { id: 'you' } }, to_move: 'white', pause: null, undo: null, scoring: null, opponent: null, ...parts,
  });
  const accepted = (black) => ({ accepted: { black, white: false } });
  for (const [parts, waits] of [
    [{}, false], [{ to_move: 'black' }, true], [{ to_move: 'black', pause: { by: 'white' } }, false],
    [{ undo: { color: 'white' } }, true], [{ undo: { color: 'white' }, pause: { by: 'white' } }, true], [{ undo: { color: 'black' } }, false],
    [{ phase: 'scoring', to_move: null, scoring: accepted(false) }, true], [{ phase: 'scoring', to_move: null, scoring: accepted(true) }, false],
    [{ phase: 'finished', to_move: null }, false], [{ phase: 'open', players: { black: null, white: null } }, false],
    [{ phase: 'open', players: { black: null, white: null }, opponent: ME }, true],
  ]) assert.equal(isAskedIn(record(parts), ME), waits, JSON.stringify(parts));
  assert.equal(isAskedIn(record({ to_move: 'black' }), { id: 'somebody' }), false);
  assert.equal(isAskedIn(record({ to_move: 'black' }), null), false);
});

test('an offer is for one player, as long as it stands', () => {
  assert.equal(isOfferTo(offer('a'), ME), true);
  assert.equal(isOfferTo(offer('a', 'me', 'playing'), ME), false);
  assert.equal(isOfferTo(offer('a', null), ME), false);
  assert.equal(isOfferTo(offer('a', undefined), undefined), false);
});

test('the soonest deadline comes first, and games without one by how long they have waited', () => {
  const games = [
    playing('never-long', { asked: 'move', updated_at: 5 }), playing('late', { asked: 'undo', until: 900 }), playing('theirs', { until: 1 }),
    playing('soon', { asked: 'move', until: 100 }), playing('never', { asked: 'agreement', updated_at: 9 }), playing('idle', { updated_at: 3 }),
  ];
  assert.deepEqual(ids(waitingGames(games, ME)), ['soon', 'late', 'never-long', 'never']);
  assert.deepEqual(ids(otherGames(games, ME)), ['idle', 'theirs']);
});

test('the time that is left ends at nothing', () => {
  assert.equal(timeLeft(playing('a', { until: 100 }), 40), 60);
  assert.equal(timeLeft(playing('a', { until: 100 }), 140), 0);
  assert.equal(timeLeft(playing('a'), 40), null);
});

test('games come and go with the lines of the own games', () => {
  const own = new OwnGames();
  own.take({ type: 'games', more: false, games: [playing('a'), offer('b')] });
  own.take({ type: 'changed', game: playing('a', { seq: 3, asked: 'move' }) });
  assert.deepEqual(ids(waitingGames(own.all, ME)), ['a', 'b']);
  // A late line does not replace a newer state.
  own.take({ type: 'changed', game: playing('a', { seq: 2 }) });
  assert.equal(own.games.get('a').seq, 3);
  for (const type of ['finished', 'declined', 'withdrawn']) {
    own.take({ type: 'offered', game: offer('c') });
    own.take({ type, game: { ...offer('c', 'me', 'finished'), seq: 2 } });
  }
  assert.deepEqual(ids(own.all), ['a', 'b']);
});

test('the whole takes the place of what was known, in as many parts as it has', () => {
  const own = new OwnGames();
  own.take({ type: 'offered', game: offer('a') });
  own.take({ type: 'games', more: true, games: [offer('b')] });
  own.take({ type: 'games', more: false, games: [offer('c')] });
  assert.deepEqual(ids(own.all), ['b', 'c']);
  own.take({ type: 'games', more: false, games: [] });
  assert.deepEqual(ids(own.all), []);
});

test('all is known when the whole is here, and of nobody at once', () => {
  const own = new OwnGames();
  let told = 0;
  own.onChange(() => { told += 1; });
  assert.equal(own.complete, false);
  own.begin(ME);
  assert.equal(own.complete, false);
  own.take({ type: 'games', more: true, games: [offer('a')] });
  assert.equal(own.complete, false);
  own.take({ type: 'games', more: false, games: [] });
  assert.equal(own.complete, true);
  own.begin(null);
  assert.deepEqual([own.complete, own.all, told], [true, [], 4]);
});
