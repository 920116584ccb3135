import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { findings } from './axe-findings.js';
import { playMoves, snapshot, startGame } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';

// Two walls with a gap in the fifth row, and a black stone on D8 that hangs on the false eye C8.
const MOVES = ['C9', 'D9', 'C7', 'D7', 'D8', 'E9', 'B8', 'E7', 'C6', 'F8', 'C4', 'D6', 'C3', 'D4', 'C2', 'D3', 'C1', 'D2', 'A1', 'D1', 'pass', 'pass'];

const table = new Table();
afterEach(() => table.clear());

async function scored(rules = 'japanese') {
  const game = await startGame(table.server, { board: { width: 9, height: 9 }, rules });
  await playMoves(game, MOVES);
  return game;
}

const open = async (game, player, options = {}) => GamePage.open(await table.visitor({ ...options, player }), game.id);
const scoring = async ({ id }) => (await snapshot(table.server, id)).scoring;
const diamonds = (page, count) => eventually(async () => assert.equal(await page.part('board').locator('.neutral').count(), count));

test('the points that the server takes as nobody\'s are shown, each with the reason, and counted', async () => {
  const game = await scored();
  const page = await open(game, game.black);
  await page.says('score-neutral', '3 neutral points (dame).');
  await diamonds(page, 3);
  await page.says('neutral-false_eye', 'C8 is a false eye: its owner has to connect there in the end, so it is neutral.');
  await page.says('neutral-open_border', 'C5, D5 lie on an open border between the territories, so they are neutral.');
  assert.match(await page.point('C8').getAttribute('aria-label'), /neutral/);
  assert.equal(await page.part('leaks').count(), 0);
  assert.deepEqual(await findings(page.page), []);
});

test('a click makes a point nobody\'s and takes that back, a border as a whole', async () => {
  const game = await scored();
  const [page, other] = [await open(game, game.black), await open(game, game.white, { ...PHONE, colorScheme: 'dark' })];
  await page.point('B2').click();
  await page.says('status', 'B2 is marked neutral.');
  await page.point('C8').click();
  await page.says('status', 'C8 is no longer neutral.');
  await page.point('D5').click();
  await page.says('status', 'The 2 points of the border at D5 are no longer neutral.');
  await diamonds(page, 1);
  await page.part('send-marks').click();
  await eventually(async () => assert.deepEqual((await scoring(game)).neutral, ['B2']));
  await other.says('score-neutral', '1 neutral point (dame).');
  await other.says('neutral-marked', 'B2 is neutral because a player marked it so.');
  await diamonds(other, 1);
  assert.deepEqual(await findings(other.page), []);
});

test('a point is marked by the keyboard, too', async () => {
  const game = await scored();
  const page = await open(game, game.black);
  await page.more();
  await page.part('type').click();
  await page.page.keyboard.type('B2');
  await page.page.keyboard.press('Enter');
  await page.says('status', 'B2 is marked neutral.');
  await diamonds(page, 4);
});

test('where area counts, empty points are not marked', async () => {
  const game = await scored('chinese');
  const page = await open(game, game.black);
  await page.part('accept').waitFor();
  await page.point('B2').click();
  await diamonds(page, 0);
  assert.equal(await page.part('score-neutral').isVisible(), false);
  assert.equal(await page.part('send-marks').isDisabled(), true);
});
