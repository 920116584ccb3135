import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, snapshot, startGame } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { MINUTE, SECOND } from './seconds.js';
import { Table } from './table.js';

// So short a game waits for an absent player for the least time there is, half a minute.
const SHORT = { board: { width: 9, height: 9 }, clock: { system: 'byo-yomi', main: MINUTE, periods: 3, period: 10 * SECOND } };
const LONG = { board: { width: 9, height: 9 }, clock: { system: 'absolute', main: 30 * MINUTE } };
const HALF_A_MINUTE_AND_MORE = 60_000;

const table = new Table();
afterEach(() => table.clear());

async function atBoard(settings) {
  const game = await startGame(table.server, settings);
  await playMoves(game, ['E5', 'C3']);
  const open = async (player) => GamePage.open(await table.visitor({ player }), game.id);
  return { game, black: await open(game.black), white: await open(game.white), open };
}

const presence = (page, color, state) => eventually(async () =>
  assert.equal(await page.part(`presence-${color}`).getAttribute('data-state'), state));

test('a pause stops the clock for both, within a budget, until who paused ends it', async () => {
  const { game, black, white } = await atBoard(LONG);
  await white.more();
  await white.part('pause').click();
  for (const page of [black, white]) {
    await page.clockIs('black', 'paused');
    await page.says('turn', 'Paused by Ben');
  }
  await white.says('offer-pause', /You paused\. The clock restarts in (10:00|9:\d\d)\. 4 pauses left\./);
  await black.says('offer-pause', /^Ben paused\. The clock restarts in (10:00|9:\d\d)\.$/);
  assert.equal(await black.part('unpause').count(), 0);
  assert.equal(await black.part('pass').isDisabled(), true);
  assert.equal(await black.part('board').locator('svg').getAttribute('data-mode'), 'idle');
  await white.part('unpause').click();
  await black.clockIs('black', 'running');
  await black.logs('Ben paused the game.');
  await black.logs('Ben ended the pause.');
  await black.click('G7');
  assert.equal((await snapshot(table.server, game.id)).pauses_left.white.times, 4);
});

test('an opponent who leaves is away in words, and one who comes back is here', async () => {
  const { game, black, white, open } = await atBoard(LONG);
  await presence(black, 'white', 'online');
  await white.visitor.leave();
  await presence(black, 'white', 'offline');
  await black.says('player-white', /away/);
  await black.says('offer-away', /Ben is away\. You can claim the game in \d:\d\d\./);
  await black.tells(/Ben is away\./);
  assert.equal(await black.part('claim_win').isDisabled(), true);
  await open(game.white);
  await presence(black, 'white', 'online');
  await black.part('offer-away').waitFor({ state: 'detached' });
});

test('spectators are counted', async () => {
  const { game, black } = await atBoard(LONG);
  await GamePage.open(await table.visitor(), game.id);
  await black.says('facts', /1 watching/);
});

test('who waits for long enough may claim the win', async () => {
  const { game, black, white } = await atBoard(SHORT);
  await black.click('G7');
  await white.shows('G7', 'black');
  await white.visitor.leave();
  // It is White's turn, and White's minute and periods last longer than the patience.
  await eventually(async () => assert.equal(await black.part('claim_win').isEnabled(), true), HALF_A_MINUTE_AND_MORE);
  await black.says('offer-away', /Ben is away\. You don't have to wait\./);
  // One tap ends nothing: it asks.
  for (const claim of ['claim_abort', 'claim_win']) {
    await black.part(claim).click();
    await black.part('confirm-no').or(black.part('result')).first().waitFor();
    assert.equal((await snapshot(table.server, game.id)).phase, 'playing', claim);
    await black.part('confirm-no').click();
    assert.equal((await snapshot(table.server, game.id)).phase, 'playing', claim);
  }
  await black.part('claim_win').click();
  await black.part('confirm-yes').click();
  await black.says('result', /B\+F/);
  await black.says('result-words', 'Ann wins: the opponent left');
  assert.equal((await snapshot(table.server, game.id)).result.by, 'absence');
});
