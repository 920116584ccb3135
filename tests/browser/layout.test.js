import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { inspect } from './inspection.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const LOOKS = [
  ['desktop-light', { ...DESKTOP, colorScheme: 'light' }],
  ['desktop-dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['phone-light', { ...PHONE, colorScheme: 'light' }],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
];

const table = new Table();
afterEach(() => table.clear());

test('home page, empty', async () => {
  for (const [look, options] of LOOKS) {
    const home = await HomePage.open(await table.visitor(options));
    await inspect(home.page, `home-empty-${look}`);
    await home.page.locator('details summary').first().click();
    await inspect(home.page, `home-more-${look}`);
  }
});

test('the pages with games', async (t) => {
  const games = await stageGames(table.server);

  await t.test('home page', async () => {
    for (const [look, options] of LOOKS) {
      const home = await HomePage.open(await table.visitor(options));
      await home.card('live-game', games.playing.id).waitFor();
      await home.card('finished-game', games.finished.id).waitFor();
      await inspect(home.page, `home-${look}`);
    }
  });

  for (const phase of ['open', 'playing', 'large', 'scoring', 'finished', 'asked', 'paused', 'offered', 'invited']) {
    await t.test(`game page, ${phase}`, async () => {
      for (const [look, options] of LOOKS) {
        const visitor = await table.visitor({ ...options, player: games[phase].black });
        const game = await GamePage.open(visitor, games[phase].id);
        await inspect(game.page, `game-${phase}-${look}`);
        const box = await game.part('board').boundingBox();
        const { width, height } = visitor.page.viewportSize();
        const room = look.startsWith('phone') ? width : height;
        const side = Math.max(box.width, box.height);
        assert.ok(side > 0.8 * room, `${phase}, ${look}: the board is ${side} px where ${room} px are`);
      }
    });
  }

  await t.test('game page with a long name', async () => {
    const black = await ApiPlayer.guest(table.server, 'W'.repeat(32));
    const white = await ApiPlayer.guest(table.server, '本因坊秀策'.repeat(6));
    const { id } = await black.createGame({ board: { width: 9, height: 9 }, color: 'black' });
    await white.join(id);
    for (const [look, options] of LOOKS) {
      const game = await GamePage.open(await table.visitor({ ...options, player: black }), id);
      await inspect(game.page, `game-names-${look}`);
    }
  });
});
