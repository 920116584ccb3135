import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { snapshot, startGame } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

async function onPhone(size) {
  const game = await startGame(table.server, { board: { width: size, height: size } });
  const page = await GamePage.open(await table.visitor({ ...PHONE, player: game.black }), game.id);
  await page.myTurn();
  const moves = async () => (await snapshot(table.server, game.id)).moves.map(({ at }) => at);
  return { ...game, page, moves };
}

test('the first tap previews, a second on the same point plays', async () => {
  const { id, white, page, moves } = await onPhone(19);
  await page.point('Q16').tap();
  await page.says('status', /Q16/);
  await page.point('D4').tap();
  await page.says('status', /D4/);
  assert.equal(await page.stone('Q16'), 'empty');
  assert.equal(await page.stone('D4'), 'empty');
  assert.deepEqual(await moves(), []);
  await page.point('D4').tap();
  await page.shows('D4', 'black');
  assert.deepEqual(await moves(), ['D4']);
  await white.play(id, 'Q4');
  await page.shows('Q4', 'white');
});

test('the Play button plays the preview, and Pass never stands where it was', async () => {
  const { page, moves } = await onPhone(9);
  await page.point('E5').tap();
  await eventually(async () => assert.ok(await page.part('play').isEnabled()));
  const { x, y, width, height } = await page.part('play').boundingBox();
  const middle = [x + width / 2, y + height / 2];
  await page.part('play').tap();
  await page.shows('E5', 'black');
  assert.deepEqual(await moves(), ['E5']);
  const below = await page.page.evaluate(
    ([left, top]) => document.elementFromPoint(left, top)?.closest('button')?.dataset.testid ?? null,
    middle,
  );
  assert.notEqual(below, 'pass');
});

test('a tap elsewhere on the page plays nothing', async () => {
  const { page, moves } = await onPhone(9);
  await page.point('C3').tap();
  await page.says('status', /C3/);
  await page.part('turn').tap();
  assert.deepEqual(await moves(), []);
  assert.equal(await page.stone('C3'), 'empty');
});
