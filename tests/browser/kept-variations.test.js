// Moves that a player tries beside a game are on the server, and the same on every device of the player.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import * as api from './api-player.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';

const BOARD = { board: { width: 9, height: 9 } };
const MOVES = ['E5', 'C3', 'G7', 'C7'];

const table = new Table();
afterEach(() => table.clear());

/** A game, and somebody who watches it. */
async function stage(board = BOARD) {
  const game = await api.startGame(table.server, board);
  await api.playMoves(game, MOVES);
  return { game, cid: await api.ApiPlayer.guest(table.server, 'Cid') };
}

async function device({ game, cid }) {
  const visitor = await table.visitor({ player: cid });
  return { visitor, page: await GamePage.open(visitor, game.id) };
}

async function tries(page, ...points) {
  await page.tries();
  for (const at of points) {
    await page.point(at).click();
    await eventually(async () => assert.notEqual(await page.stone(at), 'empty'));
  }
}

/** Somebody looks at the page again. */
const looks = (page) => page.page.evaluate(() => dispatchEvent(new Event('focus')));
const tried = (page) => page.part('variation-tree').locator('.tree-stone.tried').count();
const trees = (page, count) => eventually(async () => assert.equal(await tried(page), count));

/** The moves that the server keeps, in the order in which it tells them. */
const keeps = ({ game, cid }, ...moves) => eventually(async () => assert.deepEqual((await cid.variations(game.id)).nodes.map(({ move }) => move), moves));

test('a move that is tried on one device is on the other, and what one removes goes there, too', async () => {
  const scene = await stage();
  const desk = await device(scene);
  await tries(desk.page, 'D5', 'D6');
  await keeps(scene, 'black:D5', 'white:D6');
  const phone = await device(scene);
  await trees(phone.page, 2);
  await phone.page.node('Move 6: White D6').click();
  await phone.page.shows('D6', 'white');
  await phone.page.at('6 / 6');
  // The other one goes on, and this one sees it when somebody looks.
  await tries(desk.page, 'F5');
  await keeps(scene, 'black:D5', 'white:D6', 'black:F5');
  await looks(phone.page);
  await trees(phone.page, 3);
  await phone.page.at('6 / 7');
  // The reader who stands at a move that goes is led to the one before it.
  await desk.page.node('Move 6: White D6').click();
  await desk.page.press('Delete');
  await keeps(scene, 'black:D5');
  await looks(phone.page);
  await trees(phone.page, 1);
  await phone.page.at('5 / 5');
  await phone.page.shows('D6', 'empty');
  await phone.page.shows('D5', 'black');
  await phone.page.says('status', /You removed this move on another device/);
  // Nobody else has any of it.
  const stranger = await GamePage.open(await table.visitor(), scene.game.id);
  assert.equal(await stranger.part('variation-tree').isHidden(), true);
});

// The page has to ask how a torus is drawn, and draws the rest of its game first.
for (const board of [BOARD, { board: { name: 'torus 9x9' } }]) test(`a page asks once for a tree that there is, and neither for one that there is not nor for its code, on ${JSON.stringify(board)}`, async () => {
  const scene = await stage(board);
  const asked = async () => {
    const visitor = await table.visitor({ player: scene.cid });
    const requests = [];
    visitor.page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const page = await GamePage.open(visitor, scene.game.id);
    await eventually(async () => assert.equal(await page.page.locator('#table').getAttribute('data-ready'), ''));
    return { page, requests: () => requests.filter((request) => /variations$|game-trying/.test(request)).map((request) => request.replace(/.*game-trying.*/, 'code')) };
  };
  const before = await asked();
  await before.page.page.waitForLoadState('networkidle');
  assert.deepEqual(before.requests(), []);
  await tries(before.page, 'D6');
  await keeps(scene, 'black:D6');
  const path = `/api/v1/games/${scene.game.id}/variations`;
  assert.deepEqual(before.requests().slice(0, 2), ['code', `GET ${path}`]);
  const after = await asked();
  await trees(after.page, 1);
  assert.deepEqual(after.requests().sort(), [`GET ${path}`, 'code']);
});

test('offline the moves are tried on, and go up when the network is back', async () => {
  const scene = await stage();
  const { visitor, page } = await device(scene);
  await tries(page, 'D5');
  await keeps(scene, 'black:D5');
  visitor.serverMayBeAway = true;
  await visitor.cutNetwork();
  await page.offline();
  await tries(page, 'D6', 'F5');
  await page.part('trying-said').getByText('The server is offline').waitFor();
  // Meanwhile another device removes that on which they hang.
  const [{ id }] = (await scene.cid.variations(scene.game.id)).nodes;
  await scene.cid.changeVariations(scene.game.id, [{ id, gone: true }]);
  await visitor.mendNetwork();
  await page.online();
  await keeps(scene, 'black:D5', 'white:D6', 'black:F5');
  await trees(page, 3);
  await page.part('trying-said').getByText('None of them is played').waitFor();
});

test('a page that is loaded again has them from the server, and those that had not arrived from the tab', async () => {
  const scene = await stage();
  const { visitor, page } = await device(scene);
  await tries(page, 'D5');
  await keeps(scene, 'black:D5');
  visitor.serverMayBeAway = true;
  let isAway = true;
  await page.page.route('**/variations', (route) => (isAway && route.request().method() === 'PATCH' ? route.abort() : route.continue()));
  await tries(page, 'D6', 'F5');
  await page.part('trying-said').getByText('This tab keeps the moves').waitFor();
  await page.page.reload();
  await page.online();
  await trees(page, 3);
  isAway = false;
  await looks(page);
  await keeps(scene, 'black:D5', 'white:D6', 'black:F5');
  await eventually(async () => assert.equal(await page.page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('tengen.tried')).length), 0));
});

test('what hangs on a move that the game has taken back is found again on every device', async () => {
  const scene = await stage();
  const { game } = scene;
  const desk = await device(scene);
  await tries(desk.page, 'D5');
  await keeps(scene, 'black:D5');
  await game.white.command(game.id, { type: 'undo', turn: 4 });
  const { undo } = await game.black.snapshot(game.id);
  await game.black.command(game.id, { type: 'undo_accept', request: undo.request });
  await desk.page.logs(/allowed the undo/);
  await api.playMoves(game, ['G3'], 'white');
  await desk.page.part('new-moves').getByText('1 new move').waitFor();
  // Another move on the same line, from after the undo.
  await tries(desk.page, 'F5');
  await keeps(scene, 'black:D5', 'white:F5');
  const phone = await device(scene);
  await trees(phone.page, 3);
  await phone.page.node('Move 6: White F5').click();
  await phone.page.shows('C7', 'white');
  await phone.page.shows('D5', 'black');
  await phone.page.shows('G3', 'empty');
  await phone.page.press('Escape');
  await phone.page.at('3 / 4');
});

test('who becomes a guest in the same tab takes the tried moves along', async () => {
  const scene = await stage();
  const visitor = await table.visitor();
  const page = await GamePage.open(visitor, scene.game.id);
  await tries(page, 'D5', 'D6');
  await eventually(async () => assert.equal(await page.page.evaluate(() => Object.values(sessionStorage).filter((kept) => kept.includes('captured')).length), 2));
  assert.deepEqual((await scene.cid.variations(scene.game.id)).nodes, []);
  await visitor.become(scene.cid);
  await page.page.reload();
  await page.online();
  await trees(page, 2);
  await keeps(scene, 'black:D5', 'white:D6');
  assert.equal(await page.page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('tengen.tried')).length), 0);
});

test('whoever leaves the page at once has lost nothing', async () => {
  const scene = await stage();
  const { page } = await device(scene);
  const judged = page.page.waitForResponse('**/api/v1/positions/play');
  await tries(page, 'D5');
  await (await judged).finished();
  await eventually(async () => assert.match(await page.page.evaluate(() => JSON.stringify(sessionStorage)), /captured|^{}$/));
  await page.page.goto('about:blank');
  await keeps(scene, 'black:D5');
});

test('words stay with the move about which they were begun, though the game goes on', async () => {
  const scene = await stage();
  const { page } = await device(scene);
  await tries(page);
  await page.part('tree-words').pressSequentially('Too ');
  await api.playMoves(scene.game, ['D4']);
  await page.shows('D4', 'empty');
  await page.part('tree-words').pressSequentially('slow.');
  await eventually(async () => assert.deepEqual((await scene.cid.variations(scene.game.id)).nodes.map(({ from, words }) => [from.move, words]), [[4, 'Too slow.']]));
  await page.at('4 / 5');
  // Whoever has written looks at the game again.
  await page.part('trying-switch').focus();
  await page.press('ArrowRight');
  await page.shows('D4', 'black');
  assert.equal(await page.part('tree-words').inputValue(), '');
});

test('marks and words at any move are on the other device, and ways change their order', async () => {
  const scene = await stage();
  const { cid, game } = scene;
  const desk = (await device(scene)).page;
  await tries(desk, 'D5');
  await desk.press('ArrowLeft');
  await tries(desk, 'F5');
  await desk.part('tool-triangle').click();
  await desk.part('trying-said').getByText('Click a point to mark it').waitFor();
  // A mark is put by a click and by the keyboard alone, and none of it is a move.
  await desk.point('F5').click();
  await desk.point('E5').focus();
  await desk.press('Enter');
  await desk.tells(/E5: triangle/);
  await desk.press('Enter');
  await desk.tells(/E5: no mark/);
  await desk.part('tool-letter').click();
  await desk.point('A1').click();
  await desk.at('5 / 5');
  await desk.part('tree-words').fill('Black answers here.');
  // The keys of the page are letters in the field.
  await desk.part('tree-words').press('v');
  assert.equal(await desk.part('trying-switch').getAttribute('aria-pressed'), 'true');
  await desk.part('tool-earlier').click();
  await eventually(async () => assert.equal(await desk.part('tool-earlier').isDisabled(), true));
  await eventually(async () => assert.deepEqual((await cid.variations(game.id)).nodes.map(({ move, marks, words, order }) => ({ move, marks, words, order })), [
    { move: 'black:D5', marks: undefined, words: undefined, order: 1 },
    { move: 'black:F5', marks: { triangle: ['F5'], labels: [['A1', 'A']] }, words: 'Black answers here.v', order: 0 },
  ]));
  // At a move of the game it is said of the position.
  await desk.press('Escape');
  await desk.at('4 / 4');
  await eventually(async () => assert.equal(await desk.part('tree-words').inputValue(), ''));
  await desk.part('tree-words').fill('The game itself.');
  await keeps(scene, 'black:D5', 'black:F5', undefined);
  const phone = (await device(scene)).page;
  await trees(phone, 2);
  await phone.part('tree-words-text').getByText('The game itself.').waitFor();
  await phone.node('Move 5: Black F5').click();
  await phone.part('tree-words-text').getByText('Black answers here.').waitFor();
  assert.match(await phone.point('A1').getAttribute('aria-label'), /label A/);
  assert.match(await phone.marked(), /with a comment/);
  assert.deepEqual(await phone.page.locator('go-board .drawn-label').allTextContents(), ['A']);
  // With the mode off nothing is marked, and the focus of a part that goes is at the switch.
  await desk.part('tool-letter').focus();
  await desk.press('v');
  await desk.part('tool-letter').waitFor({ state: 'hidden' });
  assert.equal(await desk.page.evaluate(() => document.activeElement.dataset.testid), 'trying-switch');
});
