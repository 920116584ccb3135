// Names lead to their players, wherever games and records are shown.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call } from './api-player.js';
import { findings } from './axe-findings.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { some } from './long-run.js';
import { FULL, RecordPage, bringRecord } from './record-page.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const NINE = { board: { width: 9, height: 9 } };
const KINDS = ['your-game', 'offered-game', 'open-game', 'live-game', 'finished-game'];

/** The home page of a player with games of every kind. */
async function full(options) {
  const games = await stageGames(table.server, ['open', 'playing', 'large', 'finished']);
  const me = games.playing.black;
  const host = await ApiPlayer.guest(table.server, 'Host');
  await host.createGame({ ...NINE, opponent: me.player.id });
  const home = await HomePage.open(await table.visitor({ ...options, player: me }));
  for (const kind of KINDS) await home.part(kind).first().waitFor();
  return home;
}

for (const [device, options] of some([['a phone', PHONE], ['a desktop', DESKTOP]])) {
  test(`on home's tiles a name leads to the player and all else to the game, on ${device}`, async () => {
    const home = await full(options);
    assert.deepEqual(await findings(home.page), []);
    assert.equal(await home.page.locator('a a, a button').count(), 0);
    for (const kind of KINDS) {
      const tile = home.part(kind).first();
      const game = await tile.getAttribute('data-game');
      const { players, creator } = await call(table.server, 'GET', `/api/v1/games/${game}`);
      const known = [creator, players.black, players.white].filter(Boolean).map(({ id }) => `/players/${id}`);
      for (const name of await tile.getByTestId('tile-name').all()) {
        assert.ok(known.includes(await name.getAttribute('href')), kind);
        const { width, height } = await name.boundingBox();
        assert.ok(width >= 43.5 && height >= 43.5, `${kind}: ${width} x ${height}`);
      }
      // A click beside the words, at the tile's edge.
      const { width } = await tile.boundingBox();
      await tile.click({ position: { x: width - 5, y: 5 } });
      await home.page.waitForURL(`**/games/${game}`);
      await home.page.goBack();
      await home.part(kind).first().getByTestId('tile-name').first().click();
      await home.page.waitForURL('**/players/*');
      await home.page.goBack();
      await home.part(kind).first().waitFor();
    }
  });
}

test('by keyboard the names of a tile come before the way to its game', async () => {
  const home = await full();
  const tile = home.part('live-game').first();
  await tile.getByTestId('tile-name').first().focus();
  await home.page.keyboard.press('Tab');
  await home.page.keyboard.press('Tab');
  assert.equal(await home.page.evaluate(() => document.activeElement.dataset.testid), 'tile-way');
  await home.page.keyboard.press('Enter');
  await home.page.waitForURL(`**/games/*`);
});

test('a record says who brought it, and leads there', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, FULL);
  const page = await RecordPage.open(await table.visitor(), id);
  await page.part('info').locator('summary').click();
  await page.says('record-owner', ann.player.name);
  await page.part('record-owner').click();
  await page.page.waitForURL(`**/players/${ann.player.id}`);
});

test("a computer's sheet and page say how strong it is, in the words of the home page", async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const home = await HomePage.open(await table.visitor({ player: ann }));
  for (const { level, player } of (await call(table.server, 'GET', '/api/v1/house')).players) {
    const words = await home.part(`opponent-${level}`).locator('xpath=..').locator('.strength').innerText();
    const { id } = await ann.createGame({ ...NINE, color: 'black', opponent: player.id });
    const page = await GamePage.open(await table.visitor({ player: ann }), id);
    await page.part('about-player').click();
    await page.says('strength', new RegExp(`^${words}$`, 'i'));
    await page.part('player-link').click();
    await page.page.waitForURL(`**/players/${player.id}`);
    await page.says('strength', new RegExp(`^${words}$`, 'i'));
  }
});

test('a person has no strength', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/players/${ann.player.id}`);
  await eventually(async () => assert.equal(await page.getByTestId('player-name').innerText(), ann.player.name));
  assert.equal(await page.getByTestId('strength').isVisible(), false);
});
