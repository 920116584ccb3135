import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { call, playMoves, startGame } from './api-player.js';
import { findings } from './axe-findings.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { some } from './long-run.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 } };
const LOOKS = some([
  ['dark, on a phone', { ...PHONE, colorScheme: 'dark' }],
  ['light', { ...DESKTOP, colorScheme: 'light' }],
  ['dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['light, on a phone', { ...PHONE, colorScheme: 'light' }],
]);

const table = new Table();
afterEach(() => table.clear());

/** A game with these moves that White gives up. */
async function resigned(moves) {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, moves);
  await game.white.command(game.id, { type: 'resign' });
  return game;
}

/** Waits until a search for a position of a game finds `total` games. */
async function found(game, move, total) {
  await eventually(async () => {
    const answer = await call(table.server, 'GET', `/api/v1/positions?game=${game.id}&move=${move}`);
    assert.equal(answer.games_total, total);
  });
}

test('a finished game tells what others did in the same position', async () => {
  const game = await resigned(['C3', 'G7', 'G3', 'C7']);
  // Turned, and with the colours exchanged; and one that went another way.
  const turned = await resigned(['pass', 'G7', 'C3', 'E5']);
  await resigned(['G3', 'C7', 'E5']);
  await found(game, 2, 3);

  for (const [look, options] of LOOKS) {
    const page = await GamePage.open(await table.visitor(options), game.id);
    const positions = page.part('positions');
    await positions.locator('summary').waitFor();
    assert.equal(await page.part('board').locator('.way').count(), 0, look);
    await page.part('move-first').click();
    await page.part('move-forward').click();
    await page.part('move-forward').click();
    // By keyboard, as everything else.
    await positions.locator('summary').focus();
    await page.page.keyboard.press('Enter');
    await page.says('positions-said', '3 games have reached this position.');
    const rows = page.part('continuations').locator('tbody tr');
    await eventually(async () => assert.deepEqual(await rows.allInnerTexts(), ['E5\t2\t1\t1', 'G3\t1\t1\t0']));
    const board = page.part('board');
    await eventually(async () => assert.deepEqual(await board.locator('.way-games').allTextContents(), ['2', '1']));
    assert.equal(await board.locator('.way-alike').count(), 1, look);
    assert.match(await page.point('C7').getAttribute('aria-label'), /played in 1 game$/);
    const others = page.part('position-games').locator('li');
    assert.equal(await others.count(), 2, look);
    assert.match(await others.nth(1).innerText(), /after 3 moves, colours swapped/);
    assert.deepEqual(await findings(page.page), [], look);
    if (process.env.SCREENSHOTS) {
      await page.page.screenshot({ path: `${process.env.SCREENSHOTS}/${look.replaceAll(/\W+/g, '-')}.png`, fullPage: true });
    }
    // Elsewhere it is another question, and closed it is none.
    await page.part('move-back').click();
    await eventually(async () => assert.deepEqual(await board.locator('.way-games').allTextContents(), ['3']));
    await positions.locator('summary').click();
    await eventually(async () => assert.equal(await board.locator('.way').count(), 0));
  }

  const page = await GamePage.open(await table.visitor(), game.id);
  await page.part('positions').locator('summary').click();
  await page.says('positions-said', 'Only this game has reached this position.');
  await page.part('move-first').click();
  await page.says('positions-said', '3 games have reached this position.');
  await page.part('position-games').locator('a').first().click();
  await page.page.waitForURL((url) => url.pathname.startsWith('/games/') && !url.pathname.endsWith(game.id));
  assert.notEqual(turned.id, game.id);
});

test('its texts may come after the part itself, which is not seen before', async () => {
  const game = await resigned(['C3', 'G7']);
  const visitor = await table.visitor();
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await visitor.page.route(/\/texts\/[^/]+\/positions[^/]*\.json/, async (route) => {
    await held;
    await route.continue();
  });
  const page = await GamePage.open(visitor, game.id);
  await page.page.waitForFunction(() => customElements.get('position-games'));
  await page.part('move-first').click();
  assert.equal(await page.part('positions').isVisible(), false);
  release();
  await page.part('positions').getByText('Games with this position').waitFor();
});

test('a game that goes on tells nothing of others', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['C3', 'G7']);
  const page = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  assert.equal(await page.part('positions').count(), 0);
  await game.white.command(game.id, { type: 'resign' });
  await page.part('positions').locator('summary').waitFor();
});
