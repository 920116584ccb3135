// Moves that a reader tries beside a game.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import * as api from './api-player.js';
import { GamePage } from './game-page.js';
import { PHONE } from './chromium-browser.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';

const BOARD = { board: { width: 9, height: 9 } };
const MOVES = ['E5', 'C3', 'G7', 'C7'];
/** A ko is about to begin: White takes at B2, and Black may not take back at once. */
const KO = ['B4', 'C4', 'A3', 'D3', 'B2', 'C2', 'C3'];

const table = new Table();
afterEach(() => table.clear());

async function started(settings = BOARD, moves = MOVES) {
  const game = await api.startGame(table.server, settings);
  await api.playMoves(game, moves);
  return game;
}

const watch = async ({ id }, options = {}) => GamePage.open(await table.visitor(options), id);
const switchOf = (page) => page.part('trying-switch');

const pressed = (page, on) => eventually(async () => assert.equal(await switchOf(page).getAttribute('aria-pressed'), String(on)));
const tried = (page) => page.part('variation-tree').locator('.tree-stone.tried').count();
const trees = (page, count) => eventually(async () => assert.equal(await tried(page), count));

/** The game as the server has it. */
const movesOf = async ({ id }) => (await api.snapshot(table.server, id)).moves.map(({ at }) => at);

test('a spectator three variations deep stays there while ten moves arrive, and reads how many there are', async () => {
  const game = await started();
  const page = await watch(game);
  await page.tries();
  await page.part('trying-said').getByText('None of them is played in the game').waitFor();
  // Three moves, a variation of the second, and one of the third of that.
  for (const at of ['D5', 'D6', 'E6']) await page.point(at).click();
  await page.at('7 / 7');
  await page.press('ArrowLeft', 'ArrowLeft');
  for (const at of ['F5', 'F6']) await page.point(at).click();
  await page.press('ArrowLeft');
  await page.point('F4').click();
  await page.at('7 / 7');
  await page.shows('F4', 'black');
  await trees(page, 6);
  await page.says('status', /F4: tried after move 4 of 4/);
  await api.playMoves(game, ['C5', 'D4', 'H4', 'H5', 'J4', 'J5', 'A1', 'A2', 'B1', 'B2']);
  await page.part('new-moves').getByText('10 new moves').waitFor();
  await page.at('7 / 7');
  await page.shows('F4', 'black');
  await page.shows('C5', 'empty');
  await page.says('status', /F4: tried after move 4 of 14/);
  await eventually(async () => assert.deepEqual((await page.page.locator('go-board .drawn-label').allTextContents()).sort(), ['1', '2', '3']));
  assert.match(await page.marked(), /F4.*tried/);
  // Back to the game by one key, there forward in the game, and to the newest move by the note.
  await page.press('Escape');
  await page.at('4 / 14');
  await page.shows('F4', 'empty');
  await page.press('ArrowRight');
  await page.shows('C5', 'black');
  await page.part('new-moves').click();
  await page.at('14 / 14');
  assert.equal(await page.part('new-moves').isHidden(), true);
  // There one goes along with the game.
  await api.playMoves(game, ['F2']);
  await page.at('15 / 15');
  await trees(page, 6);
  assert.equal((await movesOf(game)).length, 15);
});

test('tried moves are judged by the rules of the game, with all that was played before', async () => {
  const game = await started({ ...BOARD, rules: 'japanese' }, KO);
  const page = await watch(game);
  await page.tries();
  // The stone of White takes one, as the server says.
  await page.point('B3').click();
  await page.shows('C3', 'empty');
  await page.says('prisoners-white', '1');
  await page.point('C3').click();
  await page.says('status', /ko/);
  await page.at('8 / 8');
  for (const at of ['J9', 'J8', 'C3']) await page.point(at).click();
  await page.shows('B3', 'empty');
  await page.at('11 / 11');
  await page.tells(/captures 1 stone/);
  assert.deepEqual(await movesOf(game), KO);
});

test('a pass is a tried one while moves are tried, and play goes on behind two of them', async () => {
  const game = await started(BOARD, ['E5', 'C3', 'pass']);
  const page = await watch(game);
  await page.press('v');
  await pressed(page, true);
  await page.press('p');
  await page.at('4 / 4');
  // Play is over now, and whoever moves resumes it.
  await page.point('G7').click();
  await page.at('5 / 5');
  await page.press('/');
  await page.page.locator('#asked-line').fill('g3');
  await page.press('Enter');
  await page.at('6 / 6');
  await page.shows('G3', 'white');
  await eventually(async () => assert.equal(await page.part('trying-said').innerText(), 'Click to try moves. None of them is played in the game.'));
  assert.deepEqual(await movesOf(game), ['E5', 'C3', 'pass']);
});

test('a move that the game takes back stays with what was tried behind it', async () => {
  const game = await started();
  const page = await watch(game);
  await page.tries();
  await page.point('D5').click();
  await page.at('5 / 5');
  await game.white.command(game.id, { type: 'undo', turn: 4 });
  const { undo } = await game.black.snapshot(game.id);
  await game.black.command(game.id, { type: 'undo_accept', request: undo.request });
  await page.logs(/allowed the undo/);
  await page.at('5 / 5');
  await page.shows('D5', 'black');
  await page.shows('C7', 'white');
  await page.says('status', /D5: tried after move 3 of 3/);
  await trees(page, 2);
  await api.playMoves(game, ['G3'], 'white');
  await page.part('new-moves').getByText('1 new move').waitFor();
  await page.press('Escape');
  await page.at('3 / 4');
  await page.press('ArrowRight');
  await page.shows('G3', 'white');
  await page.node('Move 5: Black D5').click();
  await page.shows('C7', 'white');
  // The tab has it still, also the move of the game that is none any more.
  await page.page.reload();
  await page.online();
  await trees(page, 2);
  await page.node('Move 5: Black D5').click();
  await page.shows('C7', 'white');
  await page.shows('G3', 'empty');
  // Where the game goes as it was tried, the tried move is the game's own.
  await page.press('Escape', 'End');
  await page.tries();
  await page.point('H2').click();
  await page.at('5 / 5');
  await api.playMoves(game, ['H2']);
  await trees(page, 2);
  await page.at('5 / 5');
  await page.press('v');
  await api.playMoves(game, ['H3'], 'white');
  await page.at('6 / 6');
});

test('a player tries moves after the end, and not while the game goes on', async () => {
  const game = await started();
  const page = await watch(game, { player: game.black });
  await page.myTurn();
  await page.more();
  assert.equal(await switchOf(page).isHidden(), true);
  await page.press('v');
  await page.point('D5').click();
  await page.at('5 / 5');
  assert.deepEqual(await movesOf(game), [...MOVES, 'D5']);
  await game.white.command(game.id, { type: 'resign' });
  await switchOf(page).waitFor();
  await page.tries();
  await page.point('D6').click();
  await page.shows('D6', 'white');
  await page.at('6 / 6');
  await page.press('Delete');
  await page.at('5 / 5');
  assert.deepEqual(await movesOf(game), [...MOVES, 'D5']);
});

test('a player of a game with variations tries moves in it, sees that it is their turn, and plays none by mistake', async () => {
  const game = await started({ ...BOARD, aids: { variations: true } });
  const visitor = await table.visitor({ player: game.black });
  const page = await GamePage.open(visitor, game.id);
  await page.myTurn();
  await page.tries();
  assert.equal(await page.part('pass').isHidden(), true);
  await page.point('D5').click();
  await page.point('D6').click();
  await page.at('6 / 6');
  await page.says('turn', /Your turn/);
  await page.part('offer-reading').getByText('not played in the game').waitFor();
  await page.press('p');
  await page.at('7 / 7');
  // With the mode off the tried moves are still to be seen, and a click there plays nowhere.
  await page.press('v');
  await page.point('H4').click();
  assert.equal(await page.part('undo').isDisabled(), true);
  assert.deepEqual(await movesOf(game), MOVES);
  await page.press('v');
  await page.part('back').click();
  await page.at('4 / 4');
  await pressed(page, false);
  await page.point('H4').click();
  await page.shows('H4', 'black');
  await eventually(async () => assert.deepEqual(await movesOf(game), [...MOVES, 'H4']));
  // After a reconnection everything is as it was.
  await page.tries();
  visitor.serverMayBeAway = true;
  await visitor.cutNetwork();
  await page.offline();
  await page.point('G3').click();
  await page.shows('G3', 'white');
  await page.part('trying-said').getByText('The server is offline').waitFor();
  await api.playMoves(game, ['A1'], 'white');
  await visitor.mendNetwork();
  await page.online();
  await page.part('trying-said').getByText('None of them is played').waitFor();
  await page.part('new-moves').getByText('1 new move').waitFor();
  await page.shows('G3', 'white');
  await page.says('turn', /Your turn/);
  assert.deepEqual(await movesOf(game), [...MOVES, 'H4', 'A1']);
});

test('an answer that comes late leads nobody away from the game', async () => {
  const game = await started();
  const page = await watch(game);
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  await page.page.route('**/api/v1/positions/play', async (route) => {
    await released;
    await route.continue();
  });
  await page.tries();
  await page.point('D5').click();
  await page.at('5 / 5');
  await page.press('Escape');
  await api.playMoves(game, ['G3']);
  await page.at('5 / 5');
  await page.shows('G3', 'black');
  const answered = page.page.waitForResponse('**/api/v1/positions/play');
  release();
  await (await answered).finished();
  await eventually(async () => assert.match(await page.page.evaluate(() => JSON.stringify(sessionStorage)), /captured/));
  await page.at('5 / 5');
  await page.shows('G3', 'black');
  await page.page.unroute('**/api/v1/positions/play');
  // The focus is not lost with the tree that goes.
  await page.node('Move 5: Black D5').click();
  await page.part('variation-tree').focus();
  await page.press('Delete');
  await page.at('4 / 5');
  await page.part('variation-tree').waitFor({ state: 'hidden' });
  assert.equal(await page.page.evaluate(() => document.activeElement.dataset.testid), 'trying-switch');
});

test('by keyboard alone', async () => {
  const game = await started();
  const page = await watch(game);
  await page.press('v');
  await pressed(page, true);
  await page.point('D5').focus();
  await page.press('Enter');
  await page.at('5 / 5');
  await page.press('Enter');
  await page.says('status', /D5/);
  await page.point('A1').focus();
  await page.press('Enter');
  await page.at('6 / 6');
  await page.press('Backspace', 'Delete');
  await page.at('5 / 5');
  await page.point('A2').focus();
  await page.press('Enter');
  await page.part('trying-switch').focus();
  await page.press('ArrowLeft', 'ArrowLeft');
  await page.point('A9').focus();
  await page.press('Enter');
  await page.tells(/Move 5: Black A9\. tried\. Variation 2 of 2/);
  await page.part('trying-switch').focus();
  await page.press('ArrowUp');
  await page.tells(/Move 5: Black D5\. tried\. Variation 1 of 2/);
  await page.press('End');
  await page.at('6 / 6');
  // What goes while it has the focus leaves it at the switch.
  await page.part('trying-remove').focus();
  await page.press('Enter', 'Escape');
  await page.part('trying-remove').waitFor({ state: 'hidden' });
  assert.equal(await page.page.evaluate(() => document.activeElement.dataset.testid), 'trying-switch');
});

test('on a phone the second tap plays, and a point that was chosen before is none of the other kind', async () => {
  const game = await started();
  const page = await watch(game, PHONE);
  await switchOf(page).tap();
  await pressed(page, true);
  await page.point('D5').tap();
  await page.at('4 / 4');
  await page.part('trying-play').getByText('Play D5').waitFor();
  await page.point('D5').tap();
  await page.at('5 / 5');
  await page.shows('D5', 'black');
  await page.point('D1').tap();
  await page.part('trying-play').tap();
  await page.at('6 / 6');
  await page.point('H1').tap();
  await switchOf(page).tap();
  await pressed(page, false);
  await eventually(async () => assert.equal(await page.page.locator('go-board .preview').count(), 0));
});

for (const [name, settings, moves, next] of [
  ['a torus', { board: { name: 'torus 9x9' } }, ['A1', 'J9'], ['A9', 'J1']],
  ['a figure', { board: { name: 'petersen' } }, ['A1'], null],
  ['a large board', { board: { width: 25, height: 25 }, handicap: 4 }, [], ['Z25', 'A25']],
  ['a board with stones of free handicap', { board: { width: 19, height: 19 }, rules: { preset: 'japanese', placement: 'free' }, handicap: 3 }, ['D4', 'Q16'], ['Q4', 'D16', 'C3']],
]) {
  test(`moves are tried on ${name}`, async () => {
    const game = await api.startGame(table.server, settings);
    for (const at of moves) {
      const { to_move: color } = await game.black.snapshot(game.id);
      await game[color].play(game.id, at);
    }
    const page = await watch(game);
    const empty = next ?? await page.page.locator('go-board [data-stone="empty"]').evaluateAll((all) => all.slice(0, 2).map((point) => point.dataset.point));
    await page.tries();
    const count = moves.length;
    for (const at of empty) await page.point(at).click();
    await page.at(`${count + empty.length} / ${count + empty.length}`);
    const answers = () => page.page.evaluate(() => performance.getEntriesByType('resource')
      .filter(({ name: address }) => address.endsWith('/positions/play')).map(({ responseStatus }) => responseStatus));
    await eventually(async () => assert.deepEqual(await answers(), empty.map(() => 200)));
    await page.press('Escape');
    await page.at(`${count} / ${count}`);
    await trees(page, empty.length);
  });
}
