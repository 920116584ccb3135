import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, startGame } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const NINE = { board: { width: 9, height: 9 } };

async function resigned() {
  const game = await startGame(table.server, NINE);
  await playMoves(game, ['C3', 'G7']);
  await game.white.command(game.id, { type: 'resign' });
  return game;
}

const shown = (page) => page.getByTestId('row').evaluateAll((rows) => rows.map((row) => row.dataset.game));

test('a name leads to the player: who it is, results, games, and an offer', async () => {
  const game = await resigned();
  const { player } = game.black;
  const second = await game.black.createGame({ board: { width: 13, height: 13 } });
  const { page } = await GamePage.open(await table.visitor(), game.id);
  await page.getByTestId('player-black').getByTestId('about-player').click();
  await page.getByTestId('player-link').click();
  await page.waitForURL(`**/players/${player.id}`);
  await eventually(async () => assert.equal(await page.getByTestId('player-name').innerText(), player.name));
  assert.equal(await page.title(), `${player.name} · Tengen`);
  assert.match(await page.getByTestId('player-about').innerText(), /^Guest since \w+ \d+, \d{4}$/);
  assert.deepEqual(await page.getByTestId('results').locator('tbody tr').allInnerTexts(), ['Black, 9×9\t1\t0\t0\t0']);
  await eventually(async () => assert.deepEqual(await shown(page), [second.id, game.id]));

  await page.getByLabel('Board').selectOption('9x9');
  await eventually(async () => assert.deepEqual(await shown(page), [game.id]));
  assert.equal(new URL(page.url()).search, '?size=9x9');
  await page.getByTestId('row-white').click();
  await page.waitForURL(`**/players/${game.white.player.id}`);
  await eventually(async () => assert.deepEqual(await page.getByTestId('results').locator('tbody tr').allInnerTexts(), ['White, 9×9\t0\t1\t0\t0']));
  await page.goBack();
  await eventually(async () => assert.deepEqual(await shown(page), [game.id]));
  await page.getByTestId('all-filters').click();
  await page.waitForURL(`**/games?player=${player.id}&size=9x9`);
  await page.goto(`${table.server.url}/players/${player.id}`);
  await page.getByTestId('offer-game').click();
  await page.waitForURL(`**/?opponent=${player.id}`);
});

test('nobody is offered a game by themselves', async () => {
  const game = await resigned();
  const { page } = await table.visitor({ player: game.black });
  await page.goto(`${table.server.url}/players/${game.white.player.id}`);
  await page.getByTestId('offer-game').waitFor();
  await page.goto(`${table.server.url}/players/${game.black.player.id}`);
  await page.getByTestId('results').waitFor();
  await eventually(async () => assert.equal(await page.getByTestId('offer-game').isVisible(), false));
});

test('the page of a player is fit for everybody', async () => {
  const game = await resigned();
  for (const [device, options] of DEVICES) {
    const { page } = await table.visitor(options);
    await page.goto(`${table.server.url}/players/${game.black.player.id}`);
    await page.getByTestId('results').waitFor();
    await page.getByTestId('row').first().waitFor();
    await isFit(page, `player-${device}`);
  }
});
