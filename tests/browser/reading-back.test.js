import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, snapshot, startGame } from './api-player.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { some } from './long-run.js';
import { MINUTE } from './seconds.js';
import { Table } from './table.js';

const SETTINGS = { board: { width: 9, height: 9 }, clock: { system: 'absolute', main: 30 * MINUTE } };
// White takes one stone in the middle, and Black one in the corner.
const MOVES = ['C5', 'F5', 'D4', 'E4', 'D6', 'E6', 'E5', 'D5', 'B1', 'A1', 'A2', 'J9'];

const table = new Table();
afterEach(() => table.clear());

async function reading(options = DESKTOP) {
  const game = await startGame(table.server, SETTINGS);
  await playMoves(game, MOVES);
  const page = await GamePage.open(await table.visitor({ ...options, player: game.black }), game.id);
  await page.myTurn();
  await page.more();
  return { game, page, moves: async () => (await snapshot(table.server, game.id)).moves.map(({ at }) => at) };
}

const prisoners = async (page) => [await page.part('prisoners-black').innerText(), await page.part('prisoners-white').innerText()].map(Number);

test('prisoners are those of the move that is shown, for both', async () => {
  const { game, page } = await reading();
  const { moves, prisoners: held } = await snapshot(table.server, game.id);
  for (let number = moves.length; number >= 0; number -= 1) {
    const count = (color) => moves.slice(0, number).filter((move) => move.color === color).reduce((sum, { captured }) => sum + captured.length, 0);
    await page.at(`${number} / ${moves.length}`);
    await eventually(async () => assert.deepEqual(await prisoners(page), [count('black'), count('white')], `at ${number}`));
    if (number === moves.length) assert.deepEqual([held.black, held.white], [1, 1]);
    if (number > 0) await page.part('move-back').click();
  }
});

test('stones that passes hand over are counted back, too', async () => {
  const game = await startGame(table.server, { ...SETTINGS, rules: 'aga' });
  await playMoves(game, ['E5', 'pass', 'C3', 'pass', 'G7']);
  const page = await GamePage.open(await table.visitor(), game.id);
  await page.says('prisoners-black', '2');
  for (const expected of ['2', '1', '1', '0', '0']) {
    await page.part('move-back').click();
    await page.says('prisoners-black', expected);
    await page.says('prisoners-white', '0');
  }
});

test('clocks show what was left at that move, and beside it what is left now', async () => {
  const { page } = await reading();
  await page.part('move-first').click();
  await eventually(async () => {
    const { digits, about, state } = await page.clock('black');
    assert.equal(digits, '30:00');
    assert.match(about, /^now (30:00|29:\d\d)$/);
    assert.equal(state, 'running');
  });
  await page.says('status', 'You are looking at move 0 of 12.');
  await page.part('move-forward').click();
  await page.says('status', 'You are looking at move 1 of 12. Black played C5.');
  await page.part('move-last').click();
  await eventually(async () => assert.equal((await page.clock('black')).about, 'no overtime'));
});

test('a point that is typed at an earlier move is not played in a position that nobody sees', async () => {
  const { page, moves } = await reading();
  await page.part('move-first').click();
  await page.says('status', 'You are looking at move 0 of 12.');
  await page.page.keyboard.press('/');
  await page.tells(/This is move 0: you can't play or mark here/);
  assert.equal(await page.page.locator('#asked-line').count(), 0);
  // Frames arrive in the order in which they were sent.
  await page.part('move-last').click();
  await page.myTurn();
  await page.point('C7').click();
  await eventually(async () => assert.deepEqual(await moves(), [...MOVES, 'C7']));
});

test('a click on the board at an earlier move says why nothing happens', async () => {
  const { page } = await reading();
  await page.part('move-first').click();
  await page.point('G3').click();
  await page.tells(/This is move 0: you can't play or mark here/);
});

for (const [device, options] of some([['phone', PHONE], ['desktop', DESKTOP]])) {
  test(`at an earlier move nothing is played, and a button leads back to where it can be (${device})`, async () => {
    const { page, moves } = await reading(options);
    await page.part('move-first').click();
    await page.says('back', 'Back to move 12 to play');
    for (const key of ['/', 'p']) {
      await page.page.keyboard.press(key);
      await page.tells(/This is move 0: you can't play or mark here\. Go back to move 12 first\./);
      assert.equal(await page.page.locator('dialog[open]').count(), 0, `${key} opens nothing`);
      await page.page.evaluate(() => globalThis.heard.splice(0));
    }
    await page.point('G3').click();
    await page.tells(/This is move 0/);
    assert.equal(await page.stone('G3'), 'empty');
    assert.deepEqual(await moves(), MOVES);

    await page.part('back').click();
    await page.part('offer-reading').waitFor({ state: 'detached' });
    await page.myTurn();
    await page.page.keyboard.press('/');
    await page.page.locator('#asked-line').fill('G3');
    await page.page.keyboard.press('Enter');
    await page.shows('G3', 'black');
    await eventually(async () => assert.deepEqual(await moves(), [...MOVES, 'G3']));
  });
}

test('whoever has nothing to play is not sent back', async () => {
  const { game, page } = await reading();
  const watcher = await GamePage.open(await table.visitor(), game.id);
  await watcher.part('move-first').click();
  await watcher.says('status', 'You are looking at move 0 of 12.');
  assert.equal(await watcher.part('back').count(), 0);
  await page.click('G3');
  await page.shows('G3', 'black');
  await page.part('move-first').click();
  await page.says('status', /^You are looking at move 0/);
  assert.equal(await page.part('back').count(), 0);
});

test('on a phone the way back covers no point, while the opponent is away, too', async () => {
  const { page } = await reading(PHONE);
  await page.part('offer-away').waitFor();
  await page.part('move-first').click();
  await page.part('back').waitFor();
  assert.equal(await page.part('offer-away').count(), 0);
  const [board, offers] = await Promise.all(['go-board', 'game-offers'].map((name) => page.page.locator(name).boundingBox()));
  assert.ok(offers.y >= board.y + board.height - 1, `${offers.y} < ${board.y + board.height}`);
  await page.part('back').click();
  await page.part('offer-away').waitFor();
});
