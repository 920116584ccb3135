// The owner of a record edits it on its page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { FULL, RecordPage, bringRecord, knows } from './record-page.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';

/** A ko is about to begin: White takes at B2, and Black may not take back at once. */
const KO = '(;SZ[4]RU[Japanese]PB[Ann]PW[Ben];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[cc])';
const SHORT = '(;SZ[9]PB[Ann]PW[Ben];B[ee]C[The middle.];W[cc](;B[gg])(;B[cg]))';

const table = new Table();
afterEach(() => table.clear());

async function stage(sgf = SHORT, options = {}) {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, sgf);
  const visitor = await table.visitor({ player: ann, ...options });
  await knows(visitor, ann);
  return { ann, id, visitor, page: await RecordPage.open(visitor, id) };
}

const edits = async (page) => {
  await page.part('edit').click();
  await page.part('edit-save').waitFor();
};
const record = ({ id }) => call(table.server, 'GET', `/api/v1/records/${id}`);
const unsaved = (page, text) => eventually(async () => assert.equal(await page.part('edit-count').innerText(), text));
const saves = async (page) => {
  await page.part('edit-save').click();
  await unsaved(page, 'All saved');
};
/** The lines of a record, as its nodes tell them. */
function lines({ nodes }) {
  const to = nodes.reduce((all, { parent, move }) => [...all, [...all[parent] ?? [], ...(move ? [move.at] : [])]], []);
  return nodes.flatMap((_, place) => (nodes.some(({ parent }) => parent === place) ? [] : [to[place].join(' ')]));
}
async function reloads(page) {
  await page.page.reload();
  await page.page.locator('[data-ready]').waitFor();
}

test('moves, a variation that becomes the main line, marks and words are saved and seen again', async () => {
  const scene = await stage();
  const { page } = scene;
  await edits(page);
  assert.equal(await page.part('edit-save').isDisabled(), true);
  assert.equal(await page.part('trying-switch').isHidden(), true);
  await page.press('End');
  await page.at('3 / 3');
  await page.point('D4').click();
  await page.at('4 / 4');
  await page.shows('D4', 'white');
  await unsaved(page, '1 unsaved');
  await page.part('edit-pass').click();
  await page.at('5 / 5');
  await page.part('node-comment').fill('Why not?');
  await page.part('node-name').fill('tenuki');
  await page.part('tool-letter').click();
  await page.point('G7').click();
  await page.tells(/G7: label A/);
  await page.part('tool-letter').click();
  // Another way after the first move, put first.
  await page.part('edit-save').focus();
  await page.press('Home', 'ArrowRight');
  assert.equal(await page.part('node-comment').inputValue(), 'The middle.');
  await page.part('node-comment').fill('');
  await page.point('D3').click();
  await page.shows('D3', 'white');
  await page.part('tool-earlier').click();
  await unsaved(page, '4 unsaved');
  await saves(page);
  await page.tells(/The record is saved/);
  await page.at('2 / 2');
  await page.shows('D3', 'white');
  const after = await record(scene);
  assert.deepEqual(lines(after), ['E5 D3', 'E5 C7 G3 D4 pass', 'E5 C7 C3']);
  assert.deepEqual(after.nodes.filter(({ comment, name }) => comment || name).map(({ comment, name, marks }) => ({ comment, name, marks })),
    [{ comment: 'Why not?', name: 'tenuki', marks: { labels: [['G7', 'A']] } }]);
  await page.part('edit').click();
  await page.part('edit-save').waitFor({ state: 'hidden' });
  // Anybody sees it.
  const reader = await RecordPage.open(await table.visitor(), scene.id);
  await reader.at('0 / 2');
  await reader.node('Move 5: Black pass').click();
  await reader.part('comment').getByText('Why not?').waitFor();
  assert.match(await reader.part('status').innerText(), /tenuki/);
  assert.match(await reader.point('G7').getAttribute('aria-label'), /label A/);
});

test('a node goes with all behind it, after a question', async () => {
  const scene = await stage();
  const { page } = scene;
  await edits(page);
  assert.equal(await page.part('edit-remove').isHidden(), true);
  await page.node('Move 3: Black C3').click();
  await page.press('Delete');
  await page.at('2 / 3');
  await page.press('ArrowLeft');
  await page.part('edit-remove').click();
  await page.part('confirm-no').click();
  await page.at('1 / 3');
  await page.press('ArrowRight');
  await page.part('edit-remove').click();
  await page.page.getByText('2 moves will be removed').waitFor();
  await page.part('confirm-yes').click();
  await page.at('1 / 1');
  await unsaved(page, '1 unsaved');
  await saves(page);
  assert.deepEqual(lines(await record(scene)), ['E5']);
  await reloads(page);
  await page.at('0 / 1');
});

test('the headline is written in a sheet', async () => {
  const scene = await stage();
  const { page } = scene;
  await edits(page);
  await page.part('edit-facts').click();
  await page.part('fact-white-name').fill('Bea');
  await page.part('fact-black-rank').fill('2d');
  await page.part('fact-result').fill('B+3.5');
  await page.part('fact-komi').fill('six');
  await page.part('fact-event').fill('Club evening');
  await page.part('facts-yes').click();
  await page.page.getByText('Enter a number, such as 6.5.').waitFor();
  // The sheet stays open.
  await page.part('fact-komi').fill('626');
  await page.part('fact-komi').press('Enter');
  await page.part('fact-komi').fill('6,5');
  await page.part('fact-komi').press('Enter');
  await page.says('player-white', /Bea/);
  await unsaved(page, '5 unsaved');
  await saves(page);
  const { info } = await record(scene);
  assert.deepEqual([info.players.white.name, info.players.black, info.result.text, info.komi, info.event],
    ['Bea', { name: 'Ann', rank: '2d', team: null }, 'B+3.5', 6.5, 'Club evening']);
  await page.says('facts', /Club evening · Black wins by 3½ points|Club evening · Black wins by 3.5 points/);
  assert.match(await page.page.title(), /Ann 2d v Bea/);
  // A komi that was wrong need not be another one.
  await page.part('edit-facts').click();
  await page.part('fact-komi').fill('');
  await page.part('fact-komi').press('Enter');
  await saves(page);
  assert.equal((await record(scene)).info.komi, null);
  // What was cancelled is not taken.
  await page.part('edit-facts').click();
  await page.part('fact-event').fill('Another');
  await page.part('facts-no').click();
  await unsaved(page, 'All saved');
});

test('a move that the rules forbid is taken back with its reason', async () => {
  const scene = await stage(KO);
  const { page } = scene;
  await page.press('End');
  await edits(page);
  await page.point('B2').click();
  // White takes a stone, as the server says.
  await page.shows('C2', 'empty');
  await page.point('C2').click();
  await page.says('status', /ko/);
  await page.at('8 / 8');
  await unsaved(page, '1 unsaved');
  await saves(page);
  assert.deepEqual((await record(scene)).nodes.at(-1).move, { color: 'white', at: 'B2', number: 8, captured: ['C2'] });
});

test('a player may have two moves in a row', async () => {
  const scene = await stage('(;SZ[9])');
  const { page } = scene;
  await edits(page);
  await page.point('C3').click();
  await page.shows('C3', 'black');
  await page.part('edit-flip').click();
  await page.tells(/Black to move/);
  await page.point('G7').click();
  await page.shows('G7', 'black');
  await page.point('E5').click();
  await page.shows('E5', 'white');
  await saves(page);
  assert.deepEqual((await record(scene)).nodes.slice(1).map(({ move }) => `${move.color}:${move.at}`), ['black:C3', 'black:G7', 'white:E5']);
});

test('only the owner edits, and never while moves are tried', async () => {
  const scene = await stage();
  const { page } = scene;
  await page.part('trying-switch').click();
  await page.press('ArrowRight');
  await page.point('D4').click();
  await page.at('2 / 2');
  const tried = () => page.part('variation-tree').locator('.tree-stone.tried').count();
  assert.equal(await tried(), 1);
  // The reader stands where the tried move hangs, and sees the record alone.
  await edits(page);
  await page.at('1 / 3');
  assert.equal(await tried(), 0);
  await page.press('v');
  assert.equal(await page.part('trying-switch').isHidden(), true);
  await page.point('D3').click();
  await page.at('2 / 2');
  await page.part('tool-earlier').click();
  await saves(page);
  await page.part('edit').click();
  // The tried move hangs where it hung, though the record has other nodes before it.
  await eventually(async () => assert.equal(await tried(), 1));
  await page.node('Move 2: White D4').click();
  assert.deepEqual([await page.stone('E5'), await page.stone('D4')], ['black', 'white']);
  assert.equal(await page.part('trying-switch').getAttribute('aria-pressed'), 'false');
  const ben = await ApiPlayer.guest(table.server, 'Ben');
  for (const player of [null, ben]) {
    const visitor = await table.visitor({ player });
    if (player) await knows(visitor, player);
    const other = await RecordPage.open(visitor, scene.id);
    await other.press('e');
    assert.equal(await other.part('edit').isHidden(), true);
    await other.press('?');
    await other.page.locator('dialog[open]').waitFor();
    assert.equal(await other.page.getByText('edit the record, or stop editing').count(), 0);
  }
});

test('by keyboard alone', async () => {
  const scene = await stage();
  const { page } = scene;
  await page.press('?');
  await page.page.getByText('edit the record, or stop editing').waitFor();
  await page.press('Escape', 'End');
  await page.press('e');
  await page.part('edit-save').waitFor();
  await page.tells(/You're editing the record itself/);
  await page.point('D4').focus();
  await page.press('Enter');
  await page.shows('D4', 'white');
  await unsaved(page, '1 unsaved');
  await page.part('node-comment').focus();
  await page.page.keyboard.type('Here, e.g.');
  await page.press('Control+s');
  await unsaved(page, 'All saved');
  assert.equal((await record(scene)).nodes.at(3).parent, 2);
  assert.deepEqual(lines(await record(scene)), ['E5 C7 G3 D4', 'E5 C7 C3']);
  // The focus stays in the field, whose letters are no keys of the page.
  assert.equal(await page.page.evaluate(() => document.activeElement.dataset.testid), 'node-comment');
  assert.equal(await page.part('node-comment').inputValue(), 'Here, e.g.');
  await page.part('edit-pass').focus();
  await page.press('Enter', 'Delete');
  await unsaved(page, 'All saved');
  await page.press('e');
  await page.part('edit-save').waitFor({ state: 'hidden' });
  assert.equal(await page.page.evaluate(() => document.activeElement.dataset.testid), 'edit');
});

test('what is not saved is not lost by mistake', async () => {
  const scene = await stage();
  const { page } = scene;
  const asked = [];
  page.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    dialog.dismiss();
  });
  await edits(page);
  await page.point('A1').click();
  await unsaved(page, '1 unsaved');
  await page.page.getByRole('link', { name: 'Tengen' }).first().click();
  await eventually(async () => assert.deepEqual(asked, ['beforeunload']));
  await page.part('edit').click();
  await page.part('confirm-no').click();
  await unsaved(page, '1 unsaved');
  await page.part('edit-discard').click();
  await page.part('confirm-yes').click();
  await unsaved(page, 'All saved');
  await page.at('0 / 3');
  await page.shows('A1', 'empty');
  await page.point('A1').click();
  await page.part('edit').click();
  await page.part('confirm-yes').click();
  await page.part('edit-save').waitFor({ state: 'hidden' });
  assert.deepEqual(lines(await record(scene)), ['E5 C7 G3', 'E5 C7 C3']);
  await reloads(page);
  assert.deepEqual(asked, ['beforeunload']);
});

test("while the server is away the draft stays, and a second device's changes are told", async () => {
  const scene = await stage();
  const { page, visitor, ann } = scene;
  await edits(page);
  await page.press('End');
  await page.part('node-comment').fill('Kept.');
  visitor.serverMayBeAway = true;
  const isPatch = (route) => route.request().method() === 'PATCH';
  await page.page.route('**/api/v1/records/*', (route) => (isPatch(route) ? route.abort() : route.continue()));
  await page.part('edit-save').click();
  await page.part('edit-problem').waitFor();
  await unsaved(page, '1 unsaved');
  await page.page.unroute('**/api/v1/records/*');
  const node = (await record(scene)).nodes.findIndex(({ move }) => move?.at === 'G3');
  await call(table.server, 'PATCH', `/api/v1/records/${scene.id}`, { token: ann.token, body: { changes: [{ node, gone: true }] } });
  await page.part('edit-save').click();
  await page.part('edit-problem').getByText('Another device has changed this record').waitFor();
  await unsaved(page, '1 unsaved');
});

test('on a phone the second tap plays', async () => {
  const scene = await stage(FULL, PHONE);
  const { page } = scene;
  await page.part('edit').tap();
  await page.point('D4').tap();
  await page.at('0 / 5');
  await page.part('edit-play').getByText('Play D4').waitFor();
  await page.part('edit-play').tap();
  await page.at('1 / 1');
  await page.point('F6').tap();
  await page.point('F6').tap();
  await page.at('2 / 2');
  await page.part('edit-facts').scrollIntoViewIfNeeded();
  await page.part('edit-facts').tap();
  await page.part('fact-place').fill('Kyoto');
  await page.part('facts-yes').tap();
  await page.part('edit-save').tap();
  await unsaved(page, 'All saved');
  const after = await record(scene);
  assert.equal(after.info.place, 'Kyoto');
  assert.ok(lines(after).includes('D4 F6'));
  // Nothing else of the file has changed.
  assert.deepEqual(after.nodes.find(({ comment }) => comment?.startsWith('Takes')).remarks, { good_move: 1 });
});
