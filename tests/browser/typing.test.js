// A point is typed as the keyboard of each language gives it.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { snapshot, startGame } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';

const PASSES = {
  'en-GB': ['pass', 'Pass'],
  'ja-JP': ['パス', 'ﾊﾟｽ', 'pass', 'ｐａｓｓ'],
  'ko-KR': ['패스', '한수쉼', 'pass'],
  'zh-CN': ['停一手', '虚手', 'pass'],
  'zh-TW': ['虛手', '停一手', 'pass'],
};

const table = new Table();
afterEach(() => table.clear());

for (const [locale, words] of Object.entries(PASSES)) {
  test(`in ${locale} full-width characters are taken, and a pass by its own word`, async () => {
    const game = await startGame(table.server, { board: { width: 9, height: 9 } });
    const page = await GamePage.open(await table.visitor({ locale, viewport: { width: 1280, height: 800 }, player: game.black }), game.id);
    const type = async (text) => {
      await page.page.keyboard.press('/');
      await page.page.locator('#asked-line').fill(text);
      await page.page.keyboard.press('Enter');
    };
    await page.myTurn();
    await type(locale === 'zh-TW' ? 'ｄ４' : 'Ｄ４');
    await page.shows('D4', 'black');
    await game.white.play(game.id, 'E5');
    await page.myTurn();
    for (const word of words) {
      await type(word);
      await page.part('confirm-no').click();
    }
    await type(words[0]);
    await page.part('confirm-yes').click();
    await eventually(async () => assert.equal((await snapshot(table.server, game.id)).moves.at(-1).at, 'pass'));
  });
}

test('a question that was answered is gone before the next one stands', async () => {
  const game = await startGame(table.server, { board: { width: 9, height: 9 } });
  const page = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  await page.myTurn();
  await page.page.keyboard.press('p');
  await page.part('confirm-no').waitFor();
  // In one task: the browser tells of the closing with a later frame.
  const dialogs = await page.page.evaluate(() => {
    document.querySelector('[data-testid=confirm-no]').click();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    return document.querySelectorAll('dialog').length;
  });
  assert.equal(dialogs, 1);
  await page.page.locator('#asked-line').fill('pass');
  await page.page.keyboard.press('Enter');
  await page.part('confirm-yes').click();
  await eventually(async () => assert.equal((await snapshot(table.server, game.id)).moves.at(-1).at, 'pass'));
});
