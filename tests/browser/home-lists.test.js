// The lists of the home page: the lists above the fold, and games that must not hide others.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { eventually } from './eventually.js';
import { HomePage } from './home-page.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 } };
const table = new Table();
afterEach(() => table.clear());

test('games that were called off do not hide those that were played, and all of these are a click away', async () => {
  const host = await ApiPlayer.guest(table.server, 'Host');
  const other = await ApiPlayer.guest(table.server, 'Other');
  const made = [];
  for (let i = 0; i < 40; i += 1) {
    const { id } = await host.createGame(BOARD);
    await other.join(id);
    await other.command(id, { type: 'resign' });
    made.push(id);
  }
  for (let i = 0; i < 14; i += 1) {
    const { id } = await host.createGame(BOARD);
    await host.command(id, { type: 'abort' });
  }
  const home = await HomePage.open(await table.visitor());
  await eventually(async () => assert.deepEqual(
    await home.part('finished-game').evaluateAll((tiles) => tiles.map((tile) => tile.dataset.game)), made.slice(-6).reverse()));
  await home.part('more-finished').click();
  await home.page.waitForURL('**/games?phase=finished');
  const listed = () => home.part('row').evaluateAll((rows) => rows.map((row) => row.dataset.game));
  for (const count of [20, 40, 54]) {
    await eventually(async () => assert.equal((await listed()).length, count));
    if (count < 54) await home.part('show-more').click();
  }
  const all = await listed();
  assert.ok(made.every((game) => all.includes(game)));
});

test('the first open and live games are seen on a laptop without scrolling', async () => {
  await stageGames(table.server, ['open', 'playing', 'large']);
  for (const viewport of [{ width: 1280, height: 720 }, { width: 1366, height: 768 }]) {
    const home = await HomePage.open(await table.visitor({ viewport }));
    for (const part of [home.page.getByRole('heading', { name: 'Open games' }), home.page.getByRole('heading', { name: 'Live now' }),
      home.part('open-game').first(), home.part('live-game').first()]) {
      await part.waitFor();
      const { y, height } = await part.boundingBox();
      assert.ok(y + height <= viewport.height, `${y + height} of ${viewport.height}: ${await part.innerText()}`);
    }
  }
});

test('what is too much for the page is a way to the list of games', async () => {
  const host = await ApiPlayer.guest(table.server, 'Host');
  for (let i = 0; i < 30; i += 1) await host.createGame(BOARD);
  const home = await HomePage.open(await table.visitor());
  const more = home.page.getByText(/^And \d+ more/);
  await more.waitFor();
  assert.equal(await more.evaluate((said) => said.closest('a')?.getAttribute('href')), '/games?phase=open');
});

test('each computer says how strong it is', async () => {
  const home = await HomePage.open(await table.visitor());
  for (const [level, words] of [[1, /just learned the rules/], [2, /beginner/], [3, /casual player/]]) {
    await home.part(`opponent-${level}`).waitFor();
    assert.match(await home.page.locator('label', { has: home.part(`opponent-${level}`) }).innerText(), words);
  }
});
