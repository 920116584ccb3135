import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, snapshot, startGame } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { MINUTE } from './seconds.js';
import { Table } from './table.js';

const SETTINGS = { board: { width: 9, height: 9 }, clock: { system: 'absolute', main: 30 * MINUTE } };
// Two walls, and one lone stone of each inside the other's territory.
const WALLS = Array.from({ length: 9 }, (_, index) => [`D${index + 1}`, `E${index + 1}`]).flat();
const MOVES = [...WALLS, 'G5', 'B5', 'pass', 'pass'];

const WATCHED = 'The players are marking dead stones.';

const table = new Table();
afterEach(() => table.clear());

async function scored() {
  const game = await startGame(table.server, SETTINGS);
  await playMoves(game, MOVES);
  return game;
}

const open = async (game, player, options = {}) => GamePage.open(await table.visitor({ ...options, player }), game.id);
const scoring = async ({ id }) => (await snapshot(table.server, id)).scoring;

test('who has accepted cannot change the marks, and is told', async () => {
  const game = await scored();
  const page = await open(game, game.black);
  await page.part('accept').click();
  await page.accepted('black', true);
  await page.point('G5').click();
  await page.says('status', 'You accepted these marks, so they are locked. Only Ben can change them now.');
  assert.equal(await page.part('send-marks').isDisabled(), true);
  assert.equal(await page.part('drop-marks').isVisible(), false);
});

test('marks that change under the finger need a second click', async () => {
  const game = await scored();
  const page = await open(game, game.black);
  await page.part('accept').waitFor();
  const { version, dead } = await scoring(game);
  // Accept is clicked in the very moment in which the page shows the opponent's other marks.
  await page.part('score-table').evaluate(() => {
    const totals = document.querySelector('scoring-panel');
    new MutationObserver((_, observer) => {
      observer.disconnect();
      document.querySelector('[data-testid="accept"]').click();
    }).observe(totals, { childList: true });
  });
  await game.white.command(game.id, { type: 'propose', version, dead: dead.filter((at) => at !== 'B5') });
  await page.says('status', 'The marks have just changed. Check them, then accept again.');
  assert.equal((await scoring(game)).accepted.black, false);
  await page.part('accept').click();
  await page.accepted('black', true);
});

test('marks that the opponent changes are said and ringed, and Accept waits a moment', async () => {
  const game = await scored();
  const page = await open(game, game.black);
  const watcher = await GamePage.open(await table.visitor(), game.id);
  await watcher.says('status', WATCHED);
  await page.part('accept').waitFor();
  const { version, dead } = await scoring(game);
  assert.ok(dead.includes('B5'), dead.join());
  await page.page.evaluate(() => {
    globalThis.waits = [];
    const button = document.querySelector('[data-testid="accept"]');
    new MutationObserver(() => {
      // Each picture sets it, also to the same.
      const now = button.getAttribute('aria-disabled');
      if (globalThis.waits.at(-1) !== now) globalThis.waits.push(now);
    }).observe(button, { attributeFilter: ['aria-disabled'] });
  });
  await game.white.command(game.id, { type: 'propose', version, dead: dead.filter((at) => at !== 'B5') });
  await page.says('status', 'Ben changed the marks: B5 now counts as alive.');
  await page.tells(/Ben changed the marks: B5 now counts as alive\./);
  await page.part('board').locator('.remarked').waitFor();
  await eventually(async () => assert.deepEqual(await page.page.evaluate(() => globalThis.waits), ['true', null]));
  await page.part('board').locator('.remarked').waitFor({ state: 'detached' });
  await page.says('status', 'Ben changed the marks: B5 now counts as alive.');
  await watcher.says('status', 'Ben changed the marks: B5 now counts as alive.');
  await page.part('accept').click();
  await page.accepted('black', true);
  await watcher.says('status', WATCHED);
});

test('what changed since the own acceptance is shown', async () => {
  const game = await scored();
  const page = await open(game, game.black);
  await page.part('accept').click();
  await page.accepted('black', true);
  const { version, dead } = await scoring(game);
  await game.white.command(game.id, { type: 'propose', version, dead: dead.includes('B5') ? dead.filter((at) => at !== 'B5') : [...dead, 'B5'] });
  await page.says('changed-since', /Changed since you accepted:[\s\S]*B5 now counts as (dead|alive)\./);
  await page.part('board').locator('.changed').first().waitFor();
  await page.page.reload();
  await page.online();
  await page.says('changed-since', /B5/);
});

test('stones of which the server is not sure have a ring, whether it takes them for dead or alive', async () => {
  const game = await startGame(table.server, { ...SETTINGS, board: { width: 7, height: 7 } });
  // Play stops far too early.
  await playMoves(game, ['C2', 'G3', 'B6', 'C4', 'D2', 'C3', 'F2', 'E7', 'A7', 'C5', 'A2', 'A5', 'pass', 'pass']);
  const { dead, unsettled } = await scoring(game);
  assert.ok(unsettled.some((at) => dead.includes(at)) && unsettled.some((at) => !dead.includes(at)), `${unsettled}; ${dead}`);
  const page = await open(game, game.black);
  await page.part('accept').waitFor();
  assert.equal(await page.part('board').locator('.unsettled').count(), unsettled.length);
  assert.equal(await page.part('board').locator('.dead-cross').count(), dead.length);
  await page.page.getByText("the server isn't sure: check these").waitFor();
  await page.part('unsettled').waitFor();
  // Whoever has accepted is not asked any more.
  await page.part('accept').click();
  await page.part('unsettled').waitFor({ state: 'detached' });
});

test('the time to agree is counted down', async () => {
  const game = await scored();
  const page = await open(game, game.black);
  await page.says('deadline', /^(5:00|4:\d\d) to agree, or play resumes\.$/);
  const before = await page.part('deadline').innerText();
  await eventually(async () => assert.notEqual(await page.part('deadline').innerText(), before));
});

test('on a phone the board and Accept are seen at once', async () => {
  const game = await scored();
  const page = await open(game, game.black, PHONE);
  await page.part('accept').waitFor();
  const board = await page.part('board').boundingBox();
  const accept = await page.part('accept').boundingBox();
  assert.ok(board.y >= 0 && accept.y + accept.height <= PHONE.viewport.height, JSON.stringify([board, accept]));
});
