import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, startGame } from './api-player.js';
import { DESKTOP, DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { inspectColours } from './inspection.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

test('home page, empty', async () => {
  for (const [device, options] of DEVICES) {
    const home = await HomePage.open(await table.visitor(options));
    await inspectColours(home.page, `home-empty-${device}`);
    await home.page.locator('details summary').first().click();
    await inspectColours(home.page, `home-more-${device}`);
  }
});

test('the pages with games', async (t) => {
  const games = await stageGames(table.server);

  await t.test('home page', async () => {
    for (const [device, options] of DEVICES) {
      const home = await HomePage.open(await table.visitor(options));
      await home.card('live-game', games.playing.id).waitFor();
      await home.card('finished-game', games.finished.id).waitFor();
      await inspectColours(home.page, `home-${device}`);
    }
  });

  for (const phase of ['open', 'playing', 'large', 'scoring', 'finished', 'asked', 'paused', 'offered', 'invited']) {
    await t.test(`game page, ${phase}`, async () => {
      for (const [device, options] of DEVICES) {
        const visitor = await table.visitor({ ...options, player: games[phase].black });
        const game = await GamePage.open(visitor, games[phase].id);
        await inspectColours(game.page, `game-${phase}-${device}`);
        const box = await game.part('board').boundingBox();
        const { width, height } = visitor.page.viewportSize();
        const room = device === 'phone' ? width : height;
        const side = Math.max(box.width, box.height);
        assert.ok(side > 0.8 * room, `${phase}, ${device}: the board is ${side} px where ${room} px are`);
      }
    });
  }

  await t.test('game page with a long name', async () => {
    const black = await ApiPlayer.guest(table.server, 'W'.repeat(32));
    const white = await ApiPlayer.guest(table.server, '本因坊秀策'.repeat(6));
    const { id } = await black.createGame({ board: { width: 9, height: 9 }, color: 'black' });
    await white.join(id);
    for (const [device, options] of DEVICES) {
      const game = await GamePage.open(await table.visitor({ ...options, player: black }), id);
      await inspectColours(game.page, `game-names-${device}`);
    }
  });
});

test('a long game does not make the page longer, and the list keeps its last move in sight', async () => {
  const game = await startGame(table.server, { board: { width: 19, height: 19 } });
  const letters = 'ABCDEFGHJKLMNOPQRST';
  // Every other row, so that nothing is ever taken.
  const moves = Array.from({ length: 76 }, (_, n) => `${letters[n % 19]}${2 * Math.floor(n / 19) + 1}`);
  await playMoves(game, moves);
  await game.black.command(game.id, { type: 'resign' });
  const { page } = await GamePage.open(await table.visitor(DESKTOP), game.id);
  const last = page.getByTestId('move-list').locator('[aria-current]');
  await eventually(async () => {
    const sizes = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
    assert.ok(sizes[0] <= sizes[1], `${sizes[0]} px of page in a window of ${sizes[1]} px`);
    const [list, row] = [await page.locator('move-list').boundingBox(), await last.boundingBox()];
    assert.ok(row.y >= list.y - 1 && row.y + row.height <= list.y + list.height + 1, `${JSON.stringify(row)} in ${JSON.stringify(list)}`);
  });
});
