// Trees of variations that their readers show to others.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import * as api from './api-player.js';
import { GamePage } from './game-page.js';
import { PHONE } from './chromium-browser.js';
import { RecordPage, bringRecord } from './record-page.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { findings } from './axe-findings.js';
import { layoutFaults } from './page-faults.js';

const BOARD = { board: { width: 9, height: 9 } };
const MOVES = ['E5', 'C3', 'G7', 'C7'];
const TREE = [
  { id: 'a', from: { move: 2, event: 3 }, move: 'black:D5', words: 'Too slow.', marks: { triangle: ['G7'] } },
  { id: 'b', parent: 'a', move: 'white:D6' },
  { id: 'c', parent: 'a', move: 'white:F5', order: 1 },
];

/** So long a finger rests on a button, in milliseconds. */
const PRESS = 60;

const table = new Table();
afterEach(() => table.clear());

/** The page of a tree that somebody shows. */
class SharedPage extends GamePage {
  static async open(visitor, address) {
    await visitor.page.goto(new URL(address, visitor.server.url).href);
    await visitor.page.locator('[data-ready]').waitFor();
    return new SharedPage(visitor);
  }
}

/** A device of a player, which knows from the page of a game whose it is. */
async function deviceOf(player, options = {}) {
  const visitor = await table.visitor({ player, ...options });
  const { id } = await player.createGame(BOARD);
  await GamePage.open(visitor, id);
  return visitor;
}

async function stage() {
  const game = await api.startGame(table.server, BOARD);
  await api.playMoves(game, MOVES);
  const cid = await api.ApiPlayer.guest(table.server, 'Cid');
  await cid.changeVariations(game.id, TREE);
  return { game, cid };
}

const finish = ({ game }) => game.black.command(game.id, { type: 'resign' });
const looks = (page) => page.page.evaluate(() => dispatchEvent(new Event('focus')));
const tried = (page) => page.part('variation-tree').locator('.tree-stone.tried').count();

/** The address of the link that the sheet has just told. */
async function linkOf(page) {
  const link = page.part('made-link').getByTestId('share-link');
  await link.waitFor();
  return link.innerText();
}

test('a link shows the variations as they are, and another one as they grow, until each is ended', async () => {
  const scene = await stage();
  const page = await GamePage.open(await table.visitor({ player: scene.cid }), scene.game.id);
  await page.part('show-sharing').click();
  await page.part('shares-link').click();
  const still = await linkOf(page);
  await page.part('shares-growing_link').click();
  await eventually(async () => assert.notEqual(await linkOf(page), still));
  const growing = await linkOf(page);
  assert.match(still, /\/shared#.{20}/);
  // Games without the help show no player a tree while they go on; whoever comes without a player may be one.
  const zoe = await api.ApiPlayer.guest(table.server, 'Zoe');
  const reader = await SharedPage.open(await table.visitor({ player: zoe }), still);
  await reader.says('turn', 'Move 3: Black D5');
  await reader.at('3 / 4');
  await reader.shows('E5', 'black');
  await reader.shows('D5', 'black');
  await reader.shows('G7', 'empty');
  await reader.part('tree-words-text').getByText('Too slow.').waitFor();
  assert.equal(await reader.part('tree-words').isHidden(), true);
  assert.match(await reader.page.title(), /Variations by Cid/);
  assert.equal(await tried(reader), 3);
  await reader.press('ArrowRight', 'ArrowDown');
  await reader.shows('F5', 'white');
  await reader.tells(/Move 4: White F5/);
  // A click on the board changes nothing.
  await reader.point('A1').click();
  await reader.shows('A1', 'empty');
  const other = await SharedPage.open(await table.visitor({ player: zoe, ...PHONE }), growing);
  await scene.cid.changeVariations(scene.game.id, [{ id: 'd', parent: 'b', move: 'black:E6' }, { id: 'c', gone: true }]);
  // It grows before the reader's eyes: nobody looks away, or loads the page again.
  await other.node('Move 5: Black E6').waitFor();
  assert.equal(await tried(other), 3);
  await other.press('End');
  await other.shows('E6', 'black');
  // The other link shows what it has always shown.
  await reader.page.reload();
  await reader.node('Move 4: White F5').waitFor();
  assert.deepEqual([await tried(reader), await reader.node('Move 5: Black E6').count()], [3, 0]);
  for (const each of [reader, other]) assert.deepEqual([await findings(each.page), await layoutFaults(each.page)], [[], []]);
  // Each showing ends by itself.
  const ends = page.part('end-share');
  await eventually(async () => assert.equal(await ends.count(), 2));
  await page.part('shares').getByText('as of').locator('..').getByTestId('end-share').click();
  await eventually(async () => assert.equal(await ends.count(), 1));
  const { visitor } = reader;
  visitor.serverMayBeAway = true;
  await reader.page.reload();
  await reader.page.getByText('Variations not found').waitFor();
  const last = await SharedPage.open(await table.visitor({ player: zoe }), growing);
  // Whoever looks at it learns that it has ended, and the page asks for it no more.
  for (const each of [other, last]) each.visitor.serverMayBeAway = true;
  await ends.click();
  await other.page.locator('#absent-why').getByText('These variations are no longer shared.').waitFor();
  assert.equal(await other.page.locator('#table').isHidden(), true);
  let asked = 0;
  other.page.on('request', (request) => {
    if (request.url().includes('/shared/')) asked += 1;
  });
  await looks(other);
  await other.page.evaluate(() => fetch('/livez'));
  assert.equal(asked, 0);
});

test('the opponent of a game that is over is shown what the player has tried', async () => {
  const scene = await stage();
  await finish(scene);
  const { game } = scene;
  const white = await GamePage.open(await table.visitor({ player: game.white }), game.id);
  await white.tries();
  await white.point('D4').click();
  await white.shows('D4', 'black');
  await white.part('show-sharing').click();
  await white.part('shares-open_to').click();
  await white.part('share-opponent').waitFor();
  assert.equal(await white.part('shares-open_to').isHidden(), true);
  assert.equal(await white.part('made-link').isHidden(), true);
  assert.deepEqual([await findings(white.page), await layoutFaults(white.page)], [[], []]);
  // The other player has tried nothing, and finds the way there.
  const phone = await table.visitor({ player: game.black, ...PHONE });
  let fetched = 0;
  // The log comes once: while it grows, the button below it moves.
  phone.page.on('request', (request) => {
    if (/\/events\?/.test(request.url())) fetched += 1;
  });
  const black = await GamePage.open(phone, game.id);
  await black.part('show-sharing').click({ delay: PRESS });
  assert.equal(fetched, 1);
  await black.page.getByText("You haven't tried any moves here yet.").waitFor();
  await black.part('theirs').click();
  await black.page.waitForURL(/\/shared\?opponent=/);
  const theirs = new SharedPage(black.visitor);
  await theirs.says('turn', 'Move 5: Black D4');
  await theirs.part('to-ground').click();
  await black.page.waitForURL(new RegExp(`/games/${game.id}`));
  await black.online();
});

test('what is tried beside a record is kept on the server, shown by a link, and saved', async () => {
  const ann = await api.ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, '(;SZ[9]PB[Cho]PW[Seo];B[ee];W[cc])');
  const desk = await RecordPage.open(await deviceOf(ann), id);
  await desk.part('trying-switch').click();
  await desk.press('ArrowRight');
  for (const at of ['D5', 'D6']) {
    await desk.point(at).click();
    await desk.shows(at, at === 'D5' ? 'white' : 'black');
  }
  await eventually(async () => assert.deepEqual((await ann.variations(id, 'records')).nodes.map(({ from, move }) => [from?.node, move]), [[1, 'white:D5'], [undefined, 'black:D6']]));
  const phone = await RecordPage.open(await deviceOf(ann, PHONE), id);
  await eventually(async () => assert.equal(await tried(phone), 2));
  // What one device removes goes from the other.
  await desk.press('Delete');
  await eventually(async () => assert.equal((await ann.variations(id, 'records')).nodes.length, 1));
  await phone.node('Move 3: Black D6').click();
  await looks(phone);
  await phone.says('status', /You removed this move on another device/);
  await phone.part('show-sharing').click();
  await phone.part('shares-growing_link').click();
  const reader = await SharedPage.open(await table.visitor(), await linkOf(phone));
  await reader.says('turn', 'Move 2: White D5');
  await reader.says('player-black', /Cho/);
  const file = await desk.page.request.get(new URL(await desk.part('tree-file').getAttribute('href'), table.server.url).href);
  assert.match(await file.text(), /\(;W\[cc\]\)\s*\(;W\[de\]\)/);
});

test('links can be ended when there is no variation any more', async () => {
  const scene = await stage();
  await scene.cid.shareVariations(scene.game.id, { grows: false });
  const page = await GamePage.open(await table.visitor({ player: scene.cid }), scene.game.id);
  await page.node('Move 3: Black D5').click();
  await page.part('trying-switch').click();
  await page.part('trying-remove').click();
  await page.part('variation-tree').waitFor({ state: 'hidden' });
  assert.equal(await page.part('tree-file').isHidden(), true);
  await page.part('show-sharing').click();
  await page.page.getByText("You haven't tried any moves here yet.").waitFor();
  await page.part('end-share').click();
  await eventually(async () => assert.equal(await page.part('end-share').count(), 0));
  // The focus stays in the sheet.
  assert.equal(await page.page.evaluate(() => document.activeElement.closest('dialog') !== null), true);
});

test('while a game goes on a stranger may look as a guest, and its players may not', async () => {
  const scene = await stage();
  const { secret } = await scene.cid.shareVariations(scene.game.id, { grows: true });
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  await visitor.page.goto(`${table.server.url}/shared#${secret}`);
  await visitor.page.getByText("These variations can't be shown now").waitFor();
  assert.deepEqual([await findings(visitor.page), await layoutFaults(visitor.page)], [[], []]);
  await visitor.page.getByTestId('as-guest').click();
  await visitor.page.locator('[data-ready]').waitFor();
  const black = await table.visitor({ player: scene.game.black });
  black.serverMayBeAway = true;
  await GamePage.open(black, scene.game.id);
  await black.page.goto(`${table.server.url}/shared#${secret}`);
  await black.page.getByText("These variations can't be shown now").waitFor();
  assert.equal(await black.page.getByTestId('as-guest').isHidden(), true);
});

test('whoever is nobody keeps the moves in the tab, and is offered no ways to show them', async () => {
  const { game } = await stage();
  const page = await GamePage.open(await table.visitor(), game.id);
  await page.tries();
  await page.point('D5').click();
  await page.shows('D5', 'black');
  assert.equal(await page.part('show-sharing').isHidden(), true);
  assert.equal(await page.part('tree-file').isHidden(), true);
});

test('an address without a tree says so', async () => {
  const secret = 'q0fZJtYV6mXkz2dOq0fZJtYV6mXkz2dOq0fZJtYV6mX';
  for (const [address, heading] of [
    ['/shared', 'Variations not found'], ['/shared#nothing', 'Variations not found'], [`/shared#${secret}`, 'Variations not found'],
    // Strangers play in no game.
    ['/shared?opponent=4t9x2m8q6w1k5c7v', "These variations can't be shown now"],
  ]) {
    const visitor = await table.visitor();
    visitor.serverMayBeAway = true;
    await visitor.page.goto(`${table.server.url}${address}`);
    await visitor.page.getByText(heading).waitFor();
    assert.deepEqual(await findings(visitor.page), []);
    assert.notEqual(await visitor.page.locator('#absent-why').innerText(), '');
  }
});
