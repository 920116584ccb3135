import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { call, playMoves, startGame } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const NINE = { board: { width: 9, height: 9 } };
const EMPTY = `board=9x9&stones=${'.'.repeat(81)}&to_move=black`;

async function resigned(moves) {
  const game = await startGame(table.server, NINE);
  await playMoves(game, moves);
  await game.white.command(game.id, { type: 'resign' });
  return game;
}

let games;

/** Two games that begin alike, one of them with a capture in the corner: the same for all tests, which count them. */
async function stage() {
  games ??= [await resigned(['B1', 'A1', 'A2', 'G7']), await resigned(['B1', 'A1', 'E5'])];
  await eventually(async () => assert.equal((await call(table.server, 'GET', `/api/v1/positions?${EMPTY}`)).games_total, 2));
  return games;
}

const point = (page, at) => page.locator(`[data-testid="board"] [data-point="${at}"]`);
const stands = (page, at, stone) => eventually(async () => assert.equal(await point(page, at).getAttribute('data-stone'), stone));
const rows = (page) => page.getByTestId('continuations').locator('tbody tr').allInnerTexts();
const says = (page, text) => eventually(async () => assert.equal(await page.getByTestId('positions-said').innerText(), text));

test("stones are laid out, captures are the server's, and continuations lead on", async () => {
  const [captured, other] = await stage();
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/positions`);
  await says(page, 'No listed game has reached this position.');
  await page.getByTestId('size-9x9').click();
  await says(page, '2 games have reached this position.');
  assert.equal(await page.getByTestId('turn').innerText(), 'Black to move');
  await point(page, 'B1').click();
  await eventually(async () => assert.equal(await page.getByTestId('turn').innerText(), 'White to move'));
  await says(page, '2 games have reached this position.');
  // A continuation of the table goes on.
  await page.getByTestId('way').first().click();
  await eventually(async () => assert.deepEqual(await rows(page), ['A2\t1\t1\t0', 'E5\t1\t1\t0']));
  assert.equal(new URL(page.url()).search, '?board=9x9&moves=black:B1,white:A1');
  await point(page, 'A2').click();
  await says(page, '1 game has reached this position.');
  // The stone in the corner is taken.
  await stands(page, 'A1', 'empty');
  const found = page.getByTestId('position-games').locator('a');
  assert.equal(await found.getAttribute('href'), `/games/${captured.id}`);

  // Back takes back, in the browser as on the page; a link shares the position.
  await page.goBack();
  await says(page, '2 games have reached this position.');
  await stands(page, 'A1', 'white');
  await page.getByTestId('take-back').click();
  await eventually(async () => assert.equal(new URL(page.url()).search, '?board=9x9&moves=black:B1'));
  const shared = await table.visitor();
  await shared.page.goto(`${table.server.url}/positions?board=9x9&moves=black:B1,white:A1,black:E5`);
  await says(shared.page, '1 game has reached this position.');
  assert.equal(await shared.page.getByTestId('position-games').locator('a').getAttribute('href'), `/games/${other.id}`);
});

test('stones of either colour are put, and taken off again', async () => {
  await stage();
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  const { page } = visitor;
  await page.goto(`${table.server.url}/positions?board=9x9`);
  await says(page, '2 games have reached this position.');
  await page.getByTestId('tool-black').check({ force: true });
  for (const at of ['E5', 'D4', 'B1']) await point(page, at).click();
  await eventually(async () => assert.equal(new URL(page.url()).searchParams.get('moves'), 'black:E5,black:D4,black:B1'));
  await page.getByTestId('tool-erase').check({ force: true });
  await point(page, 'D4').click();
  await stands(page, 'D4', 'empty');
  await page.getByTestId('tool-white').check({ force: true });
  await point(page, 'A1').click();
  await stands(page, 'A1', 'white');
  // The final position of the second game, laid out in another order.
  assert.equal(await page.getByTestId('turn').innerText(), 'Black to move');
  await page.getByTestId('clear-board').click();
  await eventually(async () => assert.equal(new URL(page.url()).search, '?board=9x9'));
  // By keyboard, and refused by the server.
  await page.getByTestId('tool-black').check({ force: true });
  for (const at of ['A2', 'B1']) await point(page, at).click();
  await page.getByTestId('tool-white').check({ force: true });
  await eventually(async () => assert.equal(new URL(page.url()).searchParams.get('moves'), 'black:A2,black:B1'));
  await point(page, 'A1').click();
  await eventually(async () => assert.match(await page.getByTestId('problem').innerText(), /liberties/));
  assert.equal(new URL(page.url()).searchParams.get('moves'), 'black:A2,black:B1');
});

test('an address that is no position says so and shows a board', async () => {
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  await visitor.page.goto(`${table.server.url}/positions?board=9x9&moves=black:E5,white:E5`);
  await eventually(async () => assert.notEqual(await visitor.page.getByTestId('problem').innerText(), ''));
  await visitor.page.getByTestId('size-9x9').click();
  await eventually(async () => assert.equal(await visitor.page.getByTestId('problem').innerText(), ''));
});

test('the search by position is fit for everybody', async () => {
  await stage();
  for (const [device, options] of DEVICES) {
    const { page } = await table.visitor(options);
    await page.goto(`${table.server.url}/positions?board=9x9&moves=black:B1`);
    await says(page, '2 games have reached this position.');
    await isFit(page, `positions-${device}`);
  }
});
