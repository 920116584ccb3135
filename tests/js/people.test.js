// Who somebody is, in words, and why a name or a password is refused.

import './english.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { gameText } from '../../static/go/names.js';
import { partsOfMadeName, playerName } from '../../static/people/player-name.js';
import { kindText } from '../../static/people/kind.js';
import { problemText } from '../../static/text/problem-text.js';

test('every kind of player has a word', () => {
  assert.deepEqual(['guest', 'member', 'bot', 'computer', 'deleted'].map((kind) => kindText({ kind })), ['guest', 'member', 'bot', 'computer', 'deleted']);
  assert.equal(kindText({ kind: 'later' }), '');
});

test('whoever deleted the account has no name, also not in the name of a game', () => {
  const [ann, gone] = [{ name: 'Ann', kind: 'member' }, { name: 'whatever it was', kind: 'deleted' }];
  assert.deepEqual([playerName(ann), playerName(gone)], ['Ann', 'Deleted player']);
  assert.equal(gameText({ phase: 'finished', creator: gone, players: { black: ann, white: gone } }), 'Ann v Deleted player');
});

test('a name that the server made is told in the words of the reader, and no other', () => {
  const cards = [['Guest 4821', 'guest'], ['Computer 2', 'computer'], ['Guest 4821', 'member'], ['Guest of Ann', 'guest'], ['Guest 12 or so', 'guest']].map(([name, kind]) => ({ name, kind }));
  assert.deepEqual(cards.map(partsOfMadeName).map((parts) => parts && { ...parts }), [{ number: '4821' }, { level: '2' }, null, null, null]);
  assert.deepEqual(cards.map(playerName), cards.map(({ name }) => name));
  for (const language of ['ja', 'ko', 'zh-Hans', 'zh-Hant']) {
    const { 'name.guest': guest, 'name.computer': computer } = JSON.parse(readFileSync(new URL(`../../static/text/${language}/shared.json`, import.meta.url), 'utf8'));
    assert.ok(guest.includes('{number}') && computer.includes('{level}'), language);
  }
});

test('a refusal says its reason, and the usual text for a reason of a later server', () => {
  assert.equal(problemText({ code: 'password_refused', params: { reason: 'too_short', min: 10 } }), 'A password needs at least 10 characters. Make it longer.');
  assert.match(problemText({ code: 'password_refused', params: { reason: 'guessable', score: 0, min: 2 } }), /easy to guess/);
  assert.equal(problemText({ code: 'password_refused', params: { reason: 'unheard_of' } }), "This password can't be used. Choose another.");
  const reasons = ['blank', 'invisible', 'marks', 'mixed', 'reserved', 'wide'].map((reason) => problemText({ code: 'name_refused', params: { reason } }));
  assert.equal(new Set([...reasons, problemText({ code: 'name_refused', params: {} })]).size, 7);
  assert.match(problemText({ code: 'invalid_invitation', params: { field: 'places', min: 1, max: 1000 } }), /1 to 1,000 people/);
});

test('a name that was changed lately is free again on a day', () => {
  assert.match(problemText({ code: 'renamed_lately', params: { from: Date.UTC(2026, 5, 15, 12) } }), /from June 15, 2026\.$/);
});
