// The list of the games that a query finds.

import './english.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../static/net/problem.js';

globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
const { GamesList } = await import('../../static/games/games-list.js');

/** A list whose server gives these pages, or refuses, one after the other; and the queries that it is asked. */
function listOf(context, ...answers) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const list = new GamesList();
  const asked = [];
  list.query = { player: 'ann' };
  list.getPage = async (query) => {
    asked.push(query);
    const answer = answers.shift();
    if (answer instanceof Problem) throw answer;
    return answer;
  };
  return { list, asked };
}

const busy = () => new Problem({ code: 'too_many_requests', params: { retry_after_ms: 4_000 } });
const isWanted = () => true;

/** Lets time pass, once everybody waits for it. */
async function pass(context, time) {
  await new Promise(setImmediate);
  context.mock.timers.tick(time);
  await new Promise(setImmediate);
}

test('a page that the server gives later is asked for again', async (context) => {
  const { list, asked } = listOf(context, busy(), { games: ['a'], next: 'b' }, busy(), { games: ['b'], next: null });
  const searching = list.search({ next: null, wanted: 2, isWanted });
  await pass(context, 5_000);
  await pass(context, 5_000);
  assert.deepEqual(await searching, { games: ['a', 'b'], next: null });
  assert.deepEqual(asked.map(({ cursor }) => cursor), [undefined, undefined, 'b', 'b']);
});

test('what nobody wants any more is not asked for again', async (context) => {
  const { list, asked } = listOf(context, busy());
  let wanted = true;
  const searching = list.search({ next: null, isWanted: () => wanted });
  await pass(context, 3_000);
  wanted = false;
  await pass(context, 2_000);
  assert.deepEqual(await searching, { games: [], next: null });
  assert.equal(asked.length, 1);
});

test('empty pages are passed over, a few of them', async (context) => {
  const empty = (next) => ({ games: [], next });
  const { list } = listOf(context, empty('a'), empty('b'), { games: ['one'], next: 'c' });
  assert.deepEqual(await list.search({ next: null, isWanted }), { games: ['one'], next: 'c' });
  list.getPage = async () => empty('further');
  assert.deepEqual(await list.search({ next: null, isWanted }), { games: [], next: 'further' });
});
