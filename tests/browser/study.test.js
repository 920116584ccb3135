// The study board: moves with variations on an empty board, stones that are set up, and addresses that say what is there.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, startGame } from './api-player.js';
import { DEVICES, PHONE } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { RecordPage, bringRecord, knows } from './record-page.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { refusals } from './refusals.js';

const table = new Table();
afterEach(() => table.clear());

class StudyPage extends GamePage {
  static async open(visitor, query = '') {
    await visitor.page.goto(`${visitor.server.url}/study${query}`);
    return StudyPage.arrived(visitor);
  }

  static async arrived(visitor) {
    await visitor.page.waitForURL(/\/study/);
    const page = new StudyPage(visitor);
    await page.point('A1').waitFor({ state: 'attached' });
    return page;
  }

  /** Waits until a field of the address has this value; null if it is not there. */
  async named(field, value) {
    await eventually(async () => assert.equal(new URL(this.page.url()).searchParams.get(field), value));
  }

  async clicks(...vertices) {
    for (const at of vertices) await this.point(at).click();
  }

  take(tool) {
    return this.part(`tool-${tool}`).check({ force: true });
  }
}

test('anybody plays both colours, walks, branches and comes back to the moves', async () => {
  const page = await StudyPage.open(await table.visitor(), '?board=4x4');
  await page.says('facts', /4×4 · Japanese rules/);
  await page.says('player-black', /to move/);
  // The stone of White takes one, as the server says.
  await page.clicks('B3', 'C3', 'A2', 'D2', 'B1', 'C1', 'C2', 'B2');
  await page.shows('C2', 'empty');
  await page.says('prisoners-white', '1');
  await page.says('status', /captures 1 stone/);
  // Black may not take back at once.
  await page.clicks('C2');
  await page.says('status', /ko/);
  await page.at('8 / 8');
  await page.shows('C2', 'empty');
  await page.press('ArrowLeft', 'ArrowLeft');
  await page.clicks('A4');
  await page.at('7 / 7');
  assert.equal(await page.marked(), 'Move 7: Black A4');
  await page.press('ArrowLeft');
  await page.part('ways').getByText('Move 7: Black A4').waitFor();
  await page.tells(/2 next moves/);
  await page.page.reload();
  await page.at('8 / 8');
  await page.shows('B2', 'white');
  await page.node('Move 7: Black A4').click();
  await page.press('Delete');
  await page.at('6 / 8');
  await eventually(async () => assert.equal(await page.part('variation-tree').locator('[data-node]').count(), 9));
});

test('numbers stand on the stones, or the last one is marked', async () => {
  const visitor = await table.visitor();
  const page = await StudyPage.open(visitor, '?board=9x9');
  await page.clicks('E5', 'C3');
  const numbers = page.part('board').locator('.drawn-label');
  await eventually(async () => assert.deepEqual(await numbers.allTextContents(), ['1', '2']));
  assert.match(await page.point('C3').getAttribute('aria-label'), /last move.*label 2/);
  await page.part('numbers').click();
  await eventually(async () => assert.equal(await numbers.count(), 0));
  assert.equal(await page.part('board').locator('.last-move').count(), 1);
  await page.page.reload();
  await page.at('2 / 2');
  assert.equal(await page.part('numbers').getAttribute('aria-pressed'), 'false');
});

test('own marks and words stand beside the moves', async () => {
  const page = await StudyPage.open(await table.visitor(), '?board=5x5');
  await page.clicks('C3');
  await page.take('mark');
  assert.equal(await page.part('tool-triangle').getAttribute('aria-pressed'), 'true');
  await page.clicks('B2');
  await page.part('tool-letter').click();
  await page.clicks('D4');
  await page.part('tree-words').fill('A good shape.');
  await page.at('1 / 1');
  const named = (at, name) => eventually(async () => assert.match(await page.point(at).getAttribute('aria-label'), name));
  await named('B2', /triangle/);
  await named('D4', /label A/);
  // Pressed again, the tool is put away, and a click plays.
  await page.part('tool-letter').click();
  assert.equal(await page.part('tool-turn').isChecked(), true);
  await page.part('tree-words-text').getByText('A good shape.').waitFor();
  await page.clicks('B3');
  await page.at('2 / 2');
  await page.page.reload();
  await page.at('2 / 2');
  await page.press('ArrowLeft');
  await named('B2', /triangle/);
  await page.part('tree-words-text').getByText('A good shape.').waitFor();
});

test('stones are set up before the first move, and the address says so', async () => {
  const visitor = await table.visitor();
  const page = await StudyPage.open(visitor, '?board=3x3');
  assert.equal(await page.part('first-white').isVisible(), false);
  await page.take('black');
  await page.clicks('A1', 'B2', 'C3');
  await page.take('white');
  await page.clicks('B2', 'C1');
  // The same stone again takes it away, and so does nothing.
  await page.clicks('C1');
  await page.take('erase');
  await page.clicks('C3', 'A3');
  await page.part('first-white').check({ force: true });
  await page.named('stones', '....W.B..');
  await page.named('to_move', 'white');
  await page.says('player-white', /to move/);
  assert.equal(await page.part('variation-tree').locator('[data-node]').count(), 1);
  await page.take('turn');
  await page.clicks('A2');
  await page.at('1 / 1');
  await page.shows('A2', 'white');
  await page.clicks('B1');
  const shared = await StudyPage.open(await table.visitor(), new URL(page.page.url()).search);
  await shared.at('0 / 0');
  assert.equal(await shared.stones(), '....W.B..');
  await shared.says('player-white', /to move/);
});

test('a position in the midst of moves becomes a new beginning, and Back leads to the moves', async () => {
  const page = await StudyPage.open(await table.visitor(), '?board=3x3');
  await page.clicks('A1', 'B2', 'C3');
  await page.at('3 / 3');
  await page.press('ArrowLeft');
  await page.take('erase');
  await page.clicks('A1');
  await page.part('confirm-no').click();
  await page.at('2 / 3');
  await page.shows('A1', 'black');
  await page.clicks('A1');
  await page.part('confirm-yes').click();
  await page.named('stones', '....W....');
  await page.at('0 / 0');
  await page.page.goBack();
  await page.at('3 / 3');
  await page.shows('A1', 'black');
  await page.page.goForward();
  await page.at('0 / 0');
});

test('the board is cleared after a question', async () => {
  const page = await StudyPage.open(await table.visitor(), '?board=3x3&stones=B........&rules=chinese');
  await page.clicks('B2');
  await page.at('1 / 1');
  await page.part('clear-board').click();
  await page.part('confirm-no').click();
  await page.at('1 / 1');
  await page.part('clear-board').click();
  await page.part('confirm-yes').click();
  await page.at('0 / 0');
  await page.named('stones', null);
  await page.named('rules', 'chinese');
  assert.equal(await page.stones(), '.........');
  assert.equal(await page.part('clear-board').isDisabled(), true);
  await page.page.reload();
  await page.at('0 / 0');
  assert.equal(await page.part('variation-tree').locator('[data-node]').count(), 1);
});

test('moves alone are cleared, too', async () => {
  const page = await StudyPage.open(await table.visitor(), '?board=3x3');
  await page.clicks('B2', 'B1');
  await page.at('2 / 2');
  await page.part('clear-board').click();
  await page.part('confirm-yes').click();
  await page.at('0 / 0');
  await page.page.reload();
  await page.at('0 / 0');
  assert.equal(await page.stones(), '.........');
});

test('another board and other rules are chosen, and judge', async () => {
  const visitor = await table.visitor();
  const page = await StudyPage.open(visitor);
  await page.part('choose').click();
  await page.part('board-kind').selectOption('torus');
  await page.part('board-width').fill('5');
  await page.part('board-height').fill('4');
  await page.part('rules-preset').selectOption('new-zealand');
  await page.part('komi').fill('5.5');
  await page.part('choose-yes').click();
  await page.named('board', 'torus 5x4');
  await page.named('rules', 'new-zealand');
  await page.says('facts', /torus 5×4 ·\s+New Zealand rules ·\s+komi 5.5/);
  // Two stones may take their own life under these rules, and not under others.
  const setup = 'board=4x1&stones=.BW.';
  const allowed = await StudyPage.open(visitor, `?${setup}&rules=new-zealand&to_move=black`);
  await allowed.clicks('A1');
  await eventually(async () => assert.equal(await allowed.stones(), '..W.'));
  const forbidden = await StudyPage.open(visitor, `?${setup}&rules=japanese`);
  await forbidden.clicks('A1');
  await forbidden.says('status', /A1 is suicide/);
  assert.equal(await forbidden.stones(), '.BW.');
  // The dialog begins with what is there, and tells what there is not.
  visitor.serverMayBeAway = true;
  await forbidden.part('choose').click();
  assert.equal(await forbidden.part('board-width').inputValue(), '4');
  await forbidden.part('rules-custom').locator('summary').click();
  await forbidden.part('axis-button').selectOption('first_pass');
  await forbidden.part('choose-yes').click();
  await forbidden.page.locator('dialog').getByText('The button needs area scoring.').waitFor();
  await forbidden.page.keyboard.press('Escape');
  await forbidden.named('rules', 'japanese');
});

test('an address that nobody can play on says so and shows a board', async () => {
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  for (const [query, why] of [
    ['?board=26x26', /no board with this name/], ['?board=0x9', /no board with this name/], ['?board=3x3&stones=B', /stones/],
    ['?rules=no-such', /./], ['?board=2x1&stones=BB', /has no liberties/],
  ]) {
    const page = await StudyPage.open(visitor, query);
    await page.says('status', why);
    await page.says('facts', /19×19 · Japanese rules/);
  }
});

test('stones without a liberty are told by the first move', async () => {
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  const page = await StudyPage.open(visitor, '?board=3x1');
  await page.take('black');
  await page.clicks('A1');
  await page.take('white');
  await page.clicks('B1', 'C1');
  await page.take('turn');
  await page.part('trying-pass').click();
  await page.says('status', /has no liberties/);
  await page.at('0 / 0');
});

test('the score is estimated by the rules and the komi of the address', async () => {
  const visitor = await table.visitor();
  const page = await StudyPage.open(visitor, '?board=5x5&rules=chinese&komi=2.5');
  const asked = page.page.waitForRequest('**/api/v1/positions/estimate');
  await page.part('estimate').click();
  assert.deepEqual((await asked).postDataJSON(), {
    board: { width: 5, height: 5 }, rules: 'chinese', komi: 2.5, stones: '.'.repeat(25), to_move: 'black',
  });
  await page.part('estimate-said').getByText('A guess').waitFor();
});

test('by keyboard alone', async () => {
  const page = await StudyPage.open(await table.visitor(), '?board=5x5');
  await page.point('C3').focus();
  await page.press('Enter', 'ArrowRight', 'Enter');
  await page.at('2 / 2');
  await page.shows('D3', 'white');
  await page.part('trying-pass').focus();
  await page.press('Enter');
  await page.at('3 / 3');
  await page.part('tool-turn').focus();
  await page.press('ArrowRight');
  assert.equal(await page.part('tool-black').isChecked(), true);
  await page.point('C4').focus();
  await page.press('Enter');
  await page.page.locator('dialog[open]').waitFor();
  await page.press('Enter');
  await page.at('0 / 0');
  await page.shows('C4', 'black');
  await page.tells(/Black stone.*C4|C4.*[Bb]lack/);
});

test('on a phone the second tap plays, and the first one sets up', async () => {
  const page = await StudyPage.open(await table.visitor(PHONE), '?board=5x5');
  await page.point('C3').tap();
  await page.part('trying-play').getByText('Play C3').waitFor();
  await page.at('0 / 0');
  await page.point('C3').tap();
  await page.at('1 / 1');
  await page.part('trying-remove').tap();
  await page.at('0 / 0');
  await page.part('tool-white').tap({ force: true });
  await page.point('B2').tap();
  await page.shows('B2', 'white');
});

test('a record and a game lead to a study of the shown position', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, '(;SZ[4]RU[Chinese]KM[5.5]PB[Ann]PW[Ben];B[bb];W[cb];B[ac])');
  const record = await RecordPage.open(await table.visitor(), id);
  await record.press('ArrowRight', 'ArrowRight');
  await record.at('2 / 3');
  await record.part('study').click();
  const ofRecord = await StudyPage.arrived(record.visitor);
  await ofRecord.named('rules', 'chinese');
  await ofRecord.named('komi', '5.5');
  assert.equal(await ofRecord.stones(), '.....BW.........');
  await ofRecord.says('player-black', /to move/);

  const game = await startGame(table.server, { board: { width: 5, height: 5 }, clock: null });
  await playMoves(game, ['C3', 'B2', 'D4']);
  const watched = await GamePage.open(await table.visitor(), game.id);
  await watched.shows('D4', 'black');
  await watched.part('study').click();
  const ofGame = await StudyPage.arrived(watched.visitor);
  await ofGame.named('to_move', 'white');
  await ofGame.shows('B2', 'white');
  // A game between people is played without that.
  const played = await GamePage.open(await table.visitor({ player: game.white }), game.id);
  await played.shows('D4', 'black');
  assert.equal(await played.part('study').isVisible(), false);
});

test('it is found from the home page, and fit for everybody', async () => {
  for (const [device, options] of DEVICES) {
    const visitor = await table.visitor(options);
    await visitor.page.goto(table.server.url);
    await visitor.page.getByTestId('study-link').click();
    const page = await StudyPage.arrived(visitor);
    await page.clicks('D4');
    await page.at('1 / 1');
    await isFit(page.page, `study-${device}`);
  }
});

test('a study is kept with the records, goes on on every device, and is shown to others', async () => {
  const visitor = await table.visitor();
  const page = await StudyPage.open(visitor, '?board=5x5&rules=chinese');
  await page.take('black');
  await page.clicks('A1');
  await page.named('stones', '....................B....');
  await page.take('turn');
  await page.clicks('C3', 'B2');
  await page.at('2 / 2');
  await page.part('keep-study').click();
  await page.part('keep-name').fill('Corner');
  await page.part('keep-yes').click();
  await page.says('facts', /saved as “Corner”/);
  // The page asked who is here, and nobody was yet.
  refusals(visitor, 401);
  await page.at('2 / 2');
  const [id, player] = await page.page.evaluate(() => [new URLSearchParams(location.search).get('record'), JSON.parse(localStorage.getItem('tengen.player'))]);
  const kept = async () => (await page.page.request.get(`${table.server.url}/api/v1/records/${id}/variations`)).json();
  await eventually(async () => assert.deepEqual((await kept()).nodes.map(({ move }) => move), ['black:C3', 'white:B2']));

  // Another device of the same player, by way of the list of records.
  const other = await table.visitor();
  await other.context.addCookies(await visitor.context.cookies());
  await knows(other, { player });
  await other.page.goto(table.server.url);
  await other.page.getByTestId('record').getByText('Corner').click();
  const there = await StudyPage.arrived(other);
  await there.at('2 / 2');
  await there.shows('A1', 'black');
  await there.shows('B2', 'white');
  await there.clicks('D4');
  await there.at('3 / 3');
  await eventually(async () => assert.equal((await kept()).nodes.length, 3));

  await there.part('show-sharing').click();
  await there.part('shares-link').click();
  const link = there.part('made-link').getByTestId('share-link');
  await link.waitFor();
  const reader = await table.visitor();
  await reader.page.goto(await link.innerText());
  const shown = new GamePage(reader);
  await shown.node('Move 3: Black D4').waitFor();
  await shown.shows('A1', 'black');
  // The empty board is another study, and Back leads to the kept one.
  await there.press('Escape');
  await there.part('clear-board').click();
  await there.named('record', null);
  await there.shows('A1', 'empty');
  await other.page.goBack();
  await there.named('record', id);
  await there.shows('A1', 'black');
});

test('a study is shown to others in one go, by keeping it first', async () => {
  const visitor = await table.visitor();
  const page = await StudyPage.open(visitor, '?board=5x5');
  assert.equal(await page.part('share-study').isVisible(), false, 'there is nothing to show yet');
  await page.clicks('C3');
  await page.part('share-study').click();
  await page.page.getByText('Save a study to your records').waitFor();
  await page.part('keep-yes').click();
  await page.part('shares-growing_link').click();
  await page.part('made-link').getByTestId('share-link').waitFor();
  refusals(visitor, 401);
});

test('a study is saved as a file without being kept', async () => {
  const page = await StudyPage.open(await table.visitor(), '?board=5x5&komi=0.5');
  await page.clicks('C3', 'B2');
  await page.press('ArrowLeft');
  await page.clicks('D4');
  await page.at('2 / 2');
  const [download] = await Promise.all([page.page.waitForEvent('download'), page.part('save-study').click()]);
  assert.equal(download.suggestedFilename(), 'tengen-study.sgf');
  assert.equal(await readFile(await download.path(), 'utf8'), '(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[5]RU[Japanese]KM[0.5]\n;B[cc]\n(;W[bd])\n(;W[db]))\n');
});

test('a record with moves is no study', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, '(;SZ[5];B[cc])');
  const visitor = await table.visitor();
  await visitor.page.goto(`${table.server.url}/study?record=${id}`);
  await visitor.page.waitForURL(`**/records/${id}`);
  await RecordPage.arrived(visitor);
});
