// Boards and stones look as somebody has chosen, at once and at the next visit.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, playMoves, startGame } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { RecordPage, bringRecord } from './record-page.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';

const table = new Table();
afterEach(() => table.clear());

const GRAIN = { shell: true, glass: false, flat: false, pattern: true };

async function watched(options = {}) {
  const game = await startGame(table.server, { board: { width: 9, height: 9 }, clock: null });
  await playMoves(game, ['E5', 'C3', 'G7', 'C7']);
  const page = await GamePage.open(await table.visitor(options), game.id);
  await page.shows('C7', 'white');
  return page;
}

const choose = (page, name, value) => page.part(`setting-${name}`).selectOption(value);
/** The white paints, and the colour in the middle of the wood. */
const paints = (page) => page.page.evaluate(() => ({
  kind: document.getElementById('stone-white-0').localName,
  wood: document.querySelector('#wood stop:nth-child(2)').getAttribute('stop-color'),
  ground: getComputedStyle(document.documentElement).getPropertyValue('--wood').trim(),
}));
/** Where stones lie. */
const places = (page) => page.part('board').locator('.stones .stone').evaluateAll((stones) => stones.map((stone) => [Number(stone.getAttribute('cx')), Number(stone.getAttribute('cy'))]));

test('boards and stones change where they lie, and are the same at the next visit', async () => {
  const page = await watched();
  await page.part('settings').click();
  for (const [set, hasGrain] of Object.entries(GRAIN)) {
    await choose(page, 'stones', set);
    assert.equal((await paints(page)).kind === 'pattern', hasGrain, set);
  }
  const seen = new Set();
  for (const board of ['kaya', 'katsura', 'bamboo', 'paper']) {
    await choose(page, 'board', board);
    const { wood, ground } = await paints(page);
    assert.equal(ground, wood, board);
    seen.add(wood);
  }
  assert.equal(seen.size, 4);
  assert.equal(await page.part('board').locator('.shadows').isVisible(), false, 'stones with a pattern are flat');
  await page.page.reload();
  await page.shows('C7', 'white');
  const { kind, wood } = await paints(page);
  assert.deepEqual([kind, wood], ['pattern', [...seen].at(-1)]);
});

test('stones may lie beside their points, at once and always in the same way', async () => {
  const page = await watched();
  const exact = await places(page);
  assert.ok(exact.flat().every(Number.isInteger), JSON.stringify(exact));
  await page.part('settings').click();
  const loose = page.page.getByLabel('Stones sit slightly off their points');
  await loose.check();
  await eventually(async () => assert.ok((await places(page)).flat().some((place) => !Number.isInteger(place))));
  const laid = await places(page);
  assert.equal(laid.length, exact.length);
  laid.forEach(([x, y], i) => assert.ok(Math.hypot(x - exact[i][0], y - exact[i][1]) < 0.05));
  await page.page.reload();
  await page.shows('C7', 'white');
  assert.deepEqual(await places(page), laid);
});

test('a member has the own settings on every device', async () => {
  const ann = await ApiPlayer.member(table.server, 'Annabel');
  const desk = await watched({ player: ann });
  await desk.part('settings').click();
  await desk.page.getByText('Your settings are saved with your account').waitFor();
  await choose(desk, 'board', 'paper');
  const { wood } = await paints(desk);
  const kept = async () => (await call(table.server, 'GET', '/api/v1/me', { token: ann.token })).account.preferences;
  await eventually(async () => assert.deepEqual(await kept(), { board: 'paper' }));
  const phone = await watched({ player: ann });
  await eventually(async () => assert.equal((await paints(phone)).wood, wood));
  // Somebody else at another browser has the usual ones.
  const other = await watched();
  assert.notEqual((await paints(other)).wood, wood);
});

test('points are called as somebody wishes, all over the page', async () => {
  const page = await watched();
  await page.part('settings').click();
  // With the keyboard each arrow chooses: nothing loads the page while somebody is on the way.
  await page.page.evaluate(() => { globalThis.isSamePage = true; });
  await page.part('setting-naming').focus();
  for (const name of ['numerals', 'letters', 'kanji']) {
    await choose(page, 'naming', name);
    assert.deepEqual([await page.part('setting-naming').inputValue(), await page.page.evaluate(() => globalThis.isSamePage)], [name, true]);
  }
  await Promise.all([page.page.waitForEvent('load'), page.press('Escape')]);
  await page.shows('C7', 'white');
  await page.says('status', /3-三/);
  await page.part('move-list').getByText('5-五').waitFor();
  const edges = await page.part('board').locator('.coordinate').allTextContents();
  assert.deepEqual([edges.includes('三'), edges.includes('9'), edges.includes('A')], [true, true, false]);
  await eventually(async () => assert.match(await page.point('C7').getAttribute('aria-label'), /3-三/));
});

test('a player types a point as it is called', async () => {
  const game = await startGame(table.server, { board: { width: 9, height: 9 }, clock: null });
  const visitor = await table.visitor({ player: game.black });
  const page = await GamePage.open(visitor, game.id);
  await page.myTurn();
  await page.part('settings').click();
  await choose(page, 'naming', 'numerals');
  await Promise.all([page.page.waitForEvent('load'), page.press('Escape')]);
  await page.myTurn();
  await page.more();
  await page.part('type').click();
  await page.page.locator('#asked-line').fill('3-3');
  await page.press('Enter');
  await page.shows('C7', 'black');
  await page.tells(/3-3/);
});

test('marks, and every choice, are fit for everybody', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, '(;SZ[9];B[ee]LB[ee:A][cc:B]TR[dd];W[cc]TR[cc])');
  for (const [device, options] of DEVICES) {
    const page = await RecordPage.open(await table.visitor(options), id);
    await page.part('settings').click();
    await choose(page, 'stones', 'pattern');
    await choose(page, 'board', 'paper');
    await isFit(page.page, `settings-${device}`);
    await page.press('Escape', 'End');
    await isFit(page.page, `looks-${device}`);
  }
});
