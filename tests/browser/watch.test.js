import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { findings } from './axe-findings.js';

const table = new Table();
afterEach(() => table.clear());

const stonesOf = (tile) => tile.locator('.stones circle').count();

/** A game between two guests, who can both be told to act. */
async function begin(name) {
  const [ann, ben] = [await ApiPlayer.guest(table.server, name), await ApiPlayer.guest(table.server, 'Ben')];
  const clock = { system: 'fischer', main: 600_000, increment: 5_000 };
  const { id } = await ann.createGame({ board: { width: 9, height: 9 }, color: 'black', clock });
  await ben.join(id);
  return { id, ann, ben };
}

test('games that are chosen stand beside each other and live', async () => {
  const games = [await begin('<b>Ann'), await begin('Anna'), await begin('Annabel with a name that is long')];
  const ids = games.map(({ id }) => id);
  for (const look of [DESKTOP, PHONE]) {
    const { page } = await table.visitor(look);
    await page.goto(`${table.server.url}/watch?games=${ids.join(',')}`);
    const tiles = page.getByTestId('watched-game');
    await eventually(async () => assert.equal(await page.locator('still-board svg').count(), 3));
    assert.equal(await tiles.count(), 3);
    assert.match(await tiles.nth(0).getByTestId('watched-black').innerText(), /<b>Ann/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    assert.deepEqual(await findings(page), []);
    const boxes = await Promise.all([0, 1].map((i) => tiles.nth(i).boundingBox()));
    assert.equal(boxes[0].y === boxes[1].y, look === DESKTOP, 'beside each other, or under each other on a phone');
  }
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/watch?games=${ids.join(',')}`);
  const first = page.getByTestId('watched-game').first();
  await eventually(async () => assert.equal(await page.locator('still-board svg').count(), 3));
  await games[0].ann.play(ids[0], 'C3');
  await eventually(async () => assert.equal(await stonesOf(first), 1));
  await games[0].ben.command(ids[0], { type: 'resign' });
  await eventually(async () => assert.match(await first.getByTestId('watched-said').innerText(), /resign/i));
  await first.locator('a').click();
  await page.waitForURL(`**/games/${ids[0]}`);
});

test('games are picked from those that go on, or by links', async () => {
  const one = await begin('Ann');
  const two = await begin('Anna');
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/watch`);
  await page.getByTestId('choose').click();
  await page.getByTestId('watch-these').waitFor();
  // What is on the wall is ticked already.
  for (const box of await page.getByTestId('watch-live').all()) await box.uncheck();
  await page.getByTestId('watch-these').click();
  assert.match(await page.locator('#watch-problem').innerText(), /names no game/);
  await page.locator(`[data-testid="watch-live"][value="${one.id}"]`).check();
  await page.getByTestId('watch-links').fill(`see ${table.server.url}/games/${two.id}#here`);
  assert.deepEqual(await findings(page), []);
  await page.getByTestId('watch-these').click();
  await page.waitForURL(/games=/);
  assert.match(page.url(), new RegExp(`${one.id}.*${two.id}`));
});

test('without a choice the most watched games are there', async () => {
  const game = await begin('Watched');
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/watch`);
  await page.locator(`watched-game[data-game="${game.id}"] still-board svg`).waitFor();
});
