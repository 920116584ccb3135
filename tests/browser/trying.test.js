// Moves that a reader tries beside a record.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { RecordPage, bringRecord } from './record-page.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';

/** A ko is about to begin: White takes at B2, and Black may not take back at once. */
const KO = '(;SZ[4]RU[Japanese]PB[Ann]PW[Ben];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc])';

const table = new Table();
afterEach(() => table.clear());

async function stage(options = {}, sgf = KO) {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, sgf);
  const page = await RecordPage.open(await table.visitor(options), id);
  await page.press('End');
  return page;
}

const tries = (page) => page.part('trying-switch').click();
const empty = (page, vertex) => eventually(async () => assert.equal(await page.point(vertex).getAttribute('data-stone'), 'empty'));

test('a click plays beside the record only while moves are tried', async () => {
  const page = await stage();
  await page.at('7 / 7');
  await page.point('A4').click();
  await page.at('7 / 7');
  await tries(page);
  assert.equal(await page.part('trying-switch').getAttribute('aria-pressed'), 'true');
  await page.part('trying-said').getByText('The record stays as it is').waitFor();
  // The stone of White takes one, as the server says.
  await page.point('B2').click();
  await page.shows('B2', 'white');
  await empty(page, 'C2');
  await page.at('8 / 8');
  // Taking back at once is ko, and the move goes again.
  await page.point('C2').click();
  await page.says('status', /ko/);
  await page.at('8 / 8');
  await empty(page, 'C2');
  // With a move elsewhere between it is none.
  for (const at of ['A4', 'D4', 'C2']) await page.point(at).click();
  await page.shows('C2', 'black');
  await empty(page, 'B2');
  await page.at('11 / 11');
  // The numbers stand on the stones that are still there.
  await eventually(async () => assert.deepEqual((await page.page.locator('go-board .drawn-label').allTextContents()).sort(), ['2', '3', '4']));
  await page.press('Escape');
  await page.at('7 / 11');
  assert.equal(await page.part('trying-home').isHidden(), true);
});

test('a tried line is kept in the tab, walked, branched and taken away', async () => {
  const page = await stage();
  await tries(page);
  await page.point('A4').click();
  await page.part('trying-pass').click();
  await page.at('9 / 9');
  await page.press('ArrowLeft', 'ArrowLeft');
  await page.point('D1').click();
  await page.at('8 / 8');
  const tried = () => page.part('variation-tree').locator('.tree-stone.tried').count();
  assert.equal(await tried(), 3);
  assert.match(await page.marked(), /D1.*tried/);
  await page.page.reload();
  await page.page.locator('[data-ready]').waitFor();
  await page.at('0 / 9');
  await eventually(async () => assert.equal(await tried(), 3));
  await page.node('Move 9: Black pass').click();
  await page.press('Delete');
  await page.at('8 / 8');
  await page.press('ArrowLeft', 'End');
  await page.press('Delete');
  await eventually(async () => assert.equal(await tried(), 1));
  // The server knows nothing of it.
  const { nodes } = await (await page.page.request.get(page.page.url().replace('/records/', '/api/v1/records/'))).json();
  assert.equal(nodes.length, 8);
});

test('moves that are tried while the server is away are judged when it is back', async () => {
  const page = await stage();
  await tries(page);
  page.visitor.serverMayBeAway = true;
  await page.page.route('**/api/v1/positions/play', (route) => route.abort());
  await page.point('B2').click();
  await page.shows('B2', 'white');
  await page.part('trying-said').getByText('The server is offline').waitFor();
  await page.shows('C2', 'black');
  await page.point('A4').click();
  await page.page.unroute('**/api/v1/positions/play');
  await empty(page, 'C2');
  await page.part('trying-said').getByText('stays as it is').waitFor();
  await page.at('9 / 9');
});

test('by keyboard alone', async () => {
  const page = await stage();
  await page.press('v');
  assert.equal(await page.part('trying-switch').getAttribute('aria-pressed'), 'true');
  await page.point('A4').focus();
  await page.press('Enter');
  await page.at('8 / 8');
  assert.match(await page.marked(), /^Move 8: White .*tried/);
  await page.press('v');
  assert.equal(await page.part('trying-switch').getAttribute('aria-pressed'), 'false');
  await page.press('Delete');
  await page.at('7 / 7');
});

test("marks and words of one's own stand beside those of the record", async () => {
  const page = await stage({}, '(;SZ[4]PB[Ann]PW[Ben];B[bb]C[Its own.]TR[bb]LB[aa:A])');
  await tries(page);
  await page.part('tool-letter').click();
  await page.point('D1').click();
  await page.tells(/D1: label B/);
  await page.part('tool-cross').click();
  await page.point('B3').click();
  await page.part('tree-words').fill('Mine.');
  const labels = () => page.page.locator('go-board .drawn-label').allTextContents();
  await eventually(async () => assert.deepEqual((await labels()).sort(), ['A', 'B']));
  await eventually(async () => assert.equal(await page.page.locator('go-board .drawn').count(), 2));
  await page.part('comment').getByText('Its own.').waitFor();
  await page.part('trying-switch').focus();
  // They are of this position alone, and still there when the page comes again.
  await page.press('v', 'Home');
  await page.part('tree-words').waitFor({ state: 'hidden' });
  await page.part('tree-words-text').waitFor({ state: 'hidden' });
  await eventually(async () => assert.deepEqual(await labels(), []));
  await page.page.reload();
  await page.page.locator('[data-ready]').waitFor();
  await page.press('End');
  await page.part('tree-words-text').getByText('Mine.').waitFor();
  assert.equal((await labels()).length, 2);
  // With the mode off a click marks nothing; a mark goes by the same click or by that of the remover.
  await page.point('C2').click();
  await tries(page);
  await page.part('tool-remove').click();
  await page.point('D1').click();
  await eventually(async () => assert.deepEqual(await labels(), ['A']));
  await page.point('A4').click();
  await page.tells(/A4: no mark/);
  assert.deepEqual(await labels(), ['A']);
  await page.at('1 / 1');
});

test('on a phone the second tap plays', async () => {
  const page = await stage(PHONE);
  await page.part('trying-switch').tap();
  await page.point('A4').tap();
  await page.at('7 / 7');
  await page.point('A4').tap();
  await page.at('8 / 8');
  await page.shows('A4', 'white');
  // Or the button plays.
  await page.point('D1').tap();
  await page.part('trying-play').getByText('Play D1').waitFor();
  await page.part('trying-play').tap();
  await page.at('9 / 9');
  assert.equal(await page.part('trying-play').isHidden(), true);
});

test('the rules of the record judge, from the stones that it has set up', async () => {
  const setup = 'AB[ba][bb][ac]AW[aa]PL[W]';
  // Two stones may take their own life under the rules of New Zealand.
  const allowed = await stage({}, `(;SZ[3]RU[NZ]${setup})`);
  await tries(allowed);
  await allowed.point('A2').click();
  await empty(allowed, 'A3');
  await empty(allowed, 'A2');
  await allowed.at('1 / 1');
  const forbidden = await stage({}, `(;SZ[3]RU[Japanese]${setup})`);
  await tries(forbidden);
  await forbidden.point('A2').click();
  await forbidden.says('status', /A2 is suicide/);
  await forbidden.at('0 / 0');
  await forbidden.shows('A3', 'white');
});

test('a tried move draws itself into the tree, and what has changed beside it', async () => {
  const page = await stage();
  await tries(page);
  await page.point('A4').click();
  await page.at('8 / 8');
  await page.page.evaluate(() => {
    globalThis.made = [];
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) globalThis.made.push(...[...addedNodes].map((node) => node.dataset.node));
    }).observe(document.querySelector('.tree-window'), { childList: true });
  });
  await page.point('D4').click();
  await page.at('9 / 9');
  // The new one, and the one that is no longer shown.
  assert.deepEqual((await page.page.evaluate(() => globalThis.made)).sort(), ['8', '9']);
});
