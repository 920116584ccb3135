// What the list of the members asks the server for, and what the address of its page tells.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';

const { addressOf, queryOf } = await import('../../static/staff/member-search.js');
const { PLAYER_ACTS } = await import('../../static/staff/acts.js');

const NOW = 1_790_000_000_000;
const NONE = { text: '', role: '', state: '', unseen: '' };
const owner = { finds: true, now: NOW };

test('an empty form asks for all members', () => {
  assert.deepEqual(queryOf(NONE, owner), {});
  assert.equal(addressOf(NONE), '');
});

test('a text is the beginning of a name, and with an @ of a mail address for those who find by it', () => {
  assert.deepEqual(queryOf({ ...NONE, text: ' Ann ' }, owner), { name: 'Ann' });
  assert.deepEqual(queryOf({ ...NONE, text: ' ann@ex ' }, owner), { mail: 'ann@ex' });
  assert.deepEqual(queryOf({ ...NONE, text: 'ann@ex' }, { ...owner, finds: false }), { name: 'ann@ex' });
});

test('days become a moment, and choices stay as they are', () => {
  const fields = { ...NONE, role: 'moderator', state: 'banned', unseen: '30' };
  assert.deepEqual(queryOf(fields, owner), { role: 'moderator', state: 'banned', unseen_since: String(NOW - 30 * 86_400_000) });
});

test('the address tells a search again, and no mail address', () => {
  assert.equal(addressOf({ ...NONE, text: 'Ann B', state: 'active' }), '?text=Ann+B&state=active');
  assert.equal(addressOf({ ...NONE, text: 'ann@example.org', unseen: '7' }), '?unseen=7');
});

test('members are exported and deleted by owners alone, and a deletion asks for the name', () => {
  const shown = (roles, kind) => PLAYER_ACTS.filter(({ isFor }) => isFor?.({ account: { roles }, player: { kind }, roles: [], sanctions: [] }) ?? true).map(({ act }) => act);
  const last = (roles, kind) => shown(roles, kind).filter((act) => ['export', 'delete'].includes(act));
  assert.deepEqual(last(['owner'], 'member'), ['export', 'delete']);
  for (const [roles, kind] of [[['moderator'], 'member'], [['owner'], 'guest'], [['owner'], 'bot']]) assert.deepEqual(last(roles, kind), []);
  const [name] = PLAYER_ACTS.find(({ act }) => act === 'delete').fields;
  assert.deepEqual([name.name, name.missing], ['name', { code: 'invalid_act', params: { field: 'name' } }]);
});
