import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { ApiPlayer } from './api-player.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const OUTPUT = fileURLToPath(new URL('output/', import.meta.url));
const LEAST_TARGET = 44;
const LOOKS = [
  ['desktop-light', { ...DESKTOP, colorScheme: 'light' }],
  ['desktop-dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['phone-light', { ...PHONE, colorScheme: 'light' }],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
];

const table = new Table();
afterEach(() => table.clear());

/** What a finger could miss: buttons, links and fields that are seen and smaller than 44 px, save links in a text. */
function smallTargets(page) {
  return page.evaluate((least) => {
    const inText = (element) => element.matches('a') && getComputedStyle(element).display === 'inline'
      && [...element.parentNode.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    return [...document.querySelectorAll('button, a[href], select, input, textarea, summary, [role=button]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !inText(element))
      .map((element) => {
        // A label around a check box is the target, not the box.
        const target = element.matches('input[type=checkbox], input[type=radio]') ? element.closest('label') ?? element : element;
        const { width, height } = target.getBoundingClientRect();
        return { width, height, html: target.outerHTML.slice(0, 120) };
      })
      .filter(({ width, height }) => width > 0 && height > 0)
      // Half a pixel is lost to rounding, not to a finger.
      .filter(({ width, height }) => width < least - 0.5 || height < least - 0.5)
      .map(({ width, height, html }) => `${width.toFixed(1)} x ${height.toFixed(1)}: ${html}`);
  }, LEAST_TARGET);
}

/** How far the page is wider than the screen, and which elements reach beyond its edge. */
function overflow(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > clientWidth + 0.5);
    return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 5).map((each) => each.outerHTML.slice(0, 120))];
  });
}

async function inspect(page, name) {
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: `${OUTPUT}${name}.png`, fullPage: name.startsWith('home') });
  assert.deepEqual(await overflow(page), [], `${name}: wider than the screen`);
  assert.deepEqual(await smallTargets(page), [], `${name}: too small for a finger`);
}

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
