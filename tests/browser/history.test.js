import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, startGame } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 } };
// White takes the stone at E5 back-to-back with Black's at D5: afterwards E5 is ko for Black.
const KO = ['C5', 'F5', 'D4', 'E4', 'D6', 'E6', 'E5', 'D5'];

const table = new Table();
afterEach(() => table.clear());

test('the moves can be walked both ways, captures and all', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, KO);
  const page = await GamePage.open(await table.visitor(), game.id);
  await page.shows('D5', 'white');
  await page.shows('E5', 'empty');
  const end = await page.stones();

  await page.part('move-back').click();
  await page.shows('D5', 'empty');
  await page.shows('E5', 'black');
  await page.part('move-first').click();
  await eventually(async () => assert.equal(await page.stones(), '.'.repeat(81)));
  await page.part('move-forward').click();
  await page.shows('C5', 'black');
  await page.part('move-last').click();
  await eventually(async () => assert.equal(await page.stones(), end));

  await page.part('move-list').getByText('D4', { exact: true }).click();
  await page.shows('D4', 'black');
  await page.shows('E4', 'empty');
});

test('a reader of an earlier move is told of new ones, not pulled to them', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5', 'C3']);
  const page = await GamePage.open(await table.visitor({ player: game.white }), game.id);
  await page.shows('C3', 'white');
  await page.press('ArrowLeft');
  await page.shows('C3', 'empty');
  await playMoves(game, ['G7', 'C7']);
  await page.says('new-moves', /^2\b/);
  assert.equal(await page.stone('G7'), 'empty');
  assert.equal(await page.stone('C3'), 'empty');
  await page.part('new-moves').click();
  await page.shows('C7', 'white');
  await page.shows('G7', 'black');
});

test('an illegal point takes no stone and says why', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, KO);
  const page = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  await page.myTurn();
  const ghosts = page.part('board').locator('.ghost');
  await page.point('G7').hover();
  await eventually(async () => assert.equal(await ghosts.count(), 1));
  await page.point('E5').hover();
  await eventually(async () => assert.equal(await ghosts.count(), 0));
  await page.says('status', /E5.*\bko\b/i);
  await page.point('E5').click();
  await page.says('status', /E5.*\bko\b/i);
  assert.equal(await page.stone('E5'), 'empty');

  // After a move elsewhere by each, the ko may be taken.
  await page.click('G7');
  await page.shows('G7', 'black');
  await game.white.play(game.id, 'C7');
  await page.click('E5');
  await page.shows('E5', 'black');
  await page.shows('D5', 'empty');
});

test('a ko is marked for everybody, as long as nobody may take back', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, KO.slice(0, -1));
  const open = async (player) => GamePage.open(await table.visitor({ player }), game.id);
  const pages = [await open(game.black), await open(game.white), await open(null)];
  const marked = async (count) => {
    for (const page of pages) await eventually(async () => assert.equal(await page.part('board').locator('.ko').count(), count));
  };
  await marked(0);
  await pages[1].click(KO.at(-1));
  for (const page of pages) await page.shows('E5', 'empty');
  await marked(1);
  // A request changes nothing about it, and neither does a page that is loaded again.
  await pages[1].part('undo').click();
  await pages[0].part('undo_reject').waitFor();
  await marked(1);
  for (const page of pages) {
    await page.page.reload();
    await page.online();
  }
  await marked(1);
  await pages[0].point('E5').click();
  await pages[0].says('status', /E5.*\bko\b/i);
  // Whoever reads an earlier move sees none.
  await pages[2].part('move-back').click();
  await eventually(async () => assert.equal(await pages[2].part('board').locator('.ko').count(), 0));
  await pages[2].part('move-last').click();
  await pages[0].click('G7');
  for (const page of pages) await page.shows('G7', 'black');
  await marked(0);
});

test('a page loaded again in mid-game goes on', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5', 'C3']);
  const page = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  await page.click('G7');
  await page.shows('G7', 'black');
  const before = await page.stones();
  await page.page.reload();
  await page.online();
  await eventually(async () => assert.equal(await page.stones(), before));
  await game.white.play(game.id, 'C7');
  await page.click('G3');
  await page.shows('G3', 'black');
});

test('resigning asks first, and both are told', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5', 'C3']);
  const black = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  const white = await GamePage.open(await table.visitor({ player: game.white }), game.id);
  await black.part('resign').click();
  await black.part('confirm-no').click();
  await black.part('resign').click();
  await black.part('confirm-yes').click();
  for (const page of [black, white]) await page.says('result', /W\+R/);
});

test('the wheel walks for spectators, and for the players once the game is over', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, KO);
  const wheel = (page) => page.part('board').evaluate((board) => !board.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true })));
  /** The pointer comes over the board, and the page is ready for the wheel. */
  const hover = async ({ page }) => {
    await page.getByTestId('board').hover();
    await page.waitForLoadState('networkidle');
  };
  const watcher = await GamePage.open(await table.visitor(), game.id);
  await watcher.at('8 / 8');
  await hover(watcher);
  await eventually(async () => assert.equal(await wheel(watcher), true));
  await watcher.at('7 / 8');
  const player = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  await player.myTurn();
  await hover(player);
  assert.equal(await wheel(player), false);
  await player.at('8 / 8');
  await game.white.command(game.id, { type: 'resign' });
  await player.part('result').waitFor();
  await eventually(async () => assert.equal(await wheel(player), true));
  await player.at('7 / 8');
});
