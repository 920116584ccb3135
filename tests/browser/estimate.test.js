// A guess at the score on request, beside games and records, and none for whoever plays without it.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import * as api from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { FULL, RecordPage, bringRecord } from './record-page.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { refusals } from './refusals.js';

const table = new Table();
afterEach(() => table.clear());

const NINE = { board: { width: 9, height: 9 } };
const MOVES = ['D4', 'F6', 'D6', 'F4', 'D5', 'F5', 'D7', 'F7', 'D3', 'F3'];
const SUM = /Estimate: Black \d+(\.5)?, White \d+(\.5)? with komi, give or take \d+(\.5)? points?/;

async function started(settings, moves = MOVES) {
  const game = await api.startGame(table.server, { ...NINE, ...settings });
  await api.playMoves(game, moves);
  return game;
}

const squares = (page) => page.page.locator('#board .territory').count();
const pressed = (page) => page.part('estimate').getAttribute('aria-pressed');

/** Asks for a guess, and waits until it is drawn. */
async function guess(page) {
  await page.part('estimate').click();
  await page.part('estimate-said').getByText(SUM).waitFor();
  assert.equal(await pressed(page), 'true');
  assert.ok(await squares(page) > 10);
}

for (const [device, options] of DEVICES) {
  test(`a player of a game with estimates gets one of the shown position, on a ${device}`, async () => {
    const game = await started({ aids: { variations: true, estimate: true } });
    const page = await GamePage.open(await table.visitor({ ...options, player: game.black }), game.id);
    await page.myTurn();
    await page.more();
    await guess(page);
    await isFit(page.page, `game-estimate-${device}`);
    // It goes when it is asked for again, and with the position.
    await page.part('estimate').click();
    await eventually(async () => assert.equal(await squares(page), 0));
    await guess(page);
    await page.press('ArrowLeft');
    await eventually(async () => assert.equal(await squares(page), 0));
    assert.equal(await page.part('estimate-said').innerText(), '');
    await guess(page);
    await api.playMoves(game, ['E5']);
    await page.at('9 / 11');
    assert.ok(await squares(page) > 10);
  });
}

test('whoever plays without estimates is offered none, and nobody gets one of that game', async () => {
  const game = await started({});
  const player = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  await player.myTurn();
  await player.more();
  assert.equal(await player.part('estimate').isHidden(), true);
  const visitor = await table.visitor();
  const watcher = await GamePage.open(visitor, game.id);
  await watcher.part('estimate').click();
  await watcher.part('estimate-said').getByText('too close to a game in progress').waitFor();
  assert.equal(await watcher.part('refusing-game').getAttribute('href'), `/games/${game.id}`);
  assert.equal(await squares(watcher), 0);
  refusals(visitor, 403);
  // An opening is everybody's, and after the end nobody is refused.
  await watcher.press('ArrowLeft');
  await watcher.press('ArrowLeft');
  await watcher.at('8 / 10');
  await guess(watcher);
  await game.white.command(game.id, { type: 'resign', id: 'resigning-1' });
  await player.part('estimate').waitFor();
  await guess(player);
});

test('a record is guessed at as well, with its own komi', async () => {
  const bringer = await api.ApiPlayer.guest(table.server, 'Bringer');
  const [{ id }] = await bringRecord(table.server, bringer, FULL);
  const page = await RecordPage.open(await table.visitor(), id);
  await page.press('End');
  await guess(page);
  await page.press('ArrowLeft');
  await eventually(async () => assert.equal(await pressed(page), 'false'));
});
