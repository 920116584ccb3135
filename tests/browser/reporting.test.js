// Telling the staff of a game, a record or a player, and hearing of the answer.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, events, playMoves, startGame } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { isFit } from './inspection.js';
import { actingOwner } from './owner.js';
import { bringRecord } from './record-page.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const NINE = { board: { width: 9, height: 9 } };
const RECORD = '(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben];B[ee];W[cc])';

const owner = (name) => actingOwner(table.server, name);
const waiting = async ({ token }) => (await call(table.server, 'GET', '/api/v1/staff/cases', { token })).cases;
const reportsOf = async ({ token }, { id }) => (await call(table.server, 'GET', `/api/v1/staff/cases/${id}`, { token })).reports;
const answer = ({ token }, { id }, words) => call(table.server, 'POST', `/api/v1/staff/cases/${id}/acts`, {
  token, body: { act: 'answer', outcome: 'acted', words, reason: 'Looked at the game.' },
});
/** The case of a thing, once it waits. */
const caseOf = (staff, subject) => eventually(async () => {
  const found = (await waiting(staff)).find((each) => each.subject === subject);
  assert.ok(found, subject);
  return found;
});
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.testid);

/** The sheet of a player of a game, and from there the dialog. */
async function openFromGame({ page }) {
  await page.getByTestId('about-player').first().press('Enter');
  await page.getByTestId('report').press('Enter');
  await page.getByTestId('report-ground').waitFor();
}

test('a game is reported by keyboard at the move that is looked at, and its answer is noticed and read', async () => {
  const staff = await owner('Order Keeper');
  const game = await startGame(table.server, NINE);
  await playMoves(game, ['E5', 'C3', 'G7', 'C7']);
  const visitor = await table.visitor({ player: game.black });
  const board = await GamePage.open(visitor, game.id);
  const { page } = board;
  await board.more();
  await page.getByTestId('move-back').click();
  await page.getByTestId('move-back').click();
  await openFromGame(visitor);
  await page.getByText('It was at move 2').waitFor();

  await page.getByTestId('report-send').press('Enter');
  await page.getByText('Choose a reason.').waitFor();
  assert.equal(await focused(page), 'report-ground');
  await page.getByTestId('report-ground').selectOption('other');
  await page.getByTestId('report-send').press('Enter');
  await page.getByText('Describe what happened in at most 1,000 characters.').waitFor();
  assert.equal(await focused(page), 'report-words');
  await page.keyboard.type('White answers at once.');
  await page.getByTestId('report-send').press('Enter');
  await page.getByText('The staff has your report').waitFor();
  assert.equal(await focused(page), 'report-title');

  const found = await caseOf(staff, game.id);
  const [report] = await reportsOf(staff, found);
  const second = (await events(table.server, game.id, {})).filter(({ type }) => type === 'played')[1];
  assert.deepEqual([report.ground, report.words, report.event], ['other', 'White answers at once.', second.seq]);

  await page.getByTestId('report-list').press('Enter');
  await page.getByTestId('own-report').getByText('Waiting for the staff').waitFor();
  assert.equal(await focused(page), 'reports-title');

  await answer(staff, found, 'Thank you, we have talked to White.');
  // What was asked a minute ago is asked again.
  await page.evaluate(() => {
    const known = JSON.parse(localStorage.getItem('tengen.reports'));
    localStorage.setItem('tengen.reports', JSON.stringify({ ...known, asked: 0 }));
  });
  await page.goto(`${table.server.url}/games`);
  await page.locator('.account-link.answered').waitFor();
  assert.match(await page.getByTestId('account-link').getAttribute('title'), /The staff has answered your report/);
  await page.getByTestId('account-link').click();
  await page.getByTestId('answer-words').getByText('Thank you, we have talked to White.').waitFor();
  await page.getByText('The staff has taken action').waitFor();
  await page.goto(`${table.server.url}/games`);
  await page.getByTestId('row').first().waitFor();
  await eventually(async () => assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem('tengen.reports')).news), false));
  assert.equal(await page.locator('.account-link.answered').count(), 0);
});

test('a report that the server refuses keeps what was typed, also in another dialog', async () => {
  const game = await startGame(table.server, NINE);
  await call(table.server, 'POST', '/api/v1/reports', { token: game.black.token, body: { about: 'game', id: game.id, ground: 'stalling' } });
  const visitor = await table.visitor({ player: game.black });
  visitor.serverMayBeAway = true;
  const { page } = await GamePage.open(visitor, game.id);
  await openFromGame(visitor);
  await page.getByTestId('report-ground').selectOption('abuse');
  await page.getByTestId('report-words').fill('Rude words.');
  await page.getByTestId('report-send').click();
  await page.getByText('The staff already knows about this.').waitFor();
  assert.equal(await page.getByTestId('report-words').inputValue(), 'Rude words.');
  await page.keyboard.press('Escape');
  await openFromGame(visitor);
  assert.equal(await page.getByTestId('report-words').inputValue(), 'Rude words.');
  await page.getByTestId('report-player').check();
  await page.getByTestId('report-moment').waitFor({ state: 'hidden' });
  await page.getByTestId('report-send').click();
  await page.getByTestId('report-arrived').waitFor();
});

test('a stranger reports a name from the page of a player, as the guest that the report makes', async () => {
  const staff = await owner('Name Keeper');
  const { player } = await ApiPlayer.member(table.server, 'Unfit Name');
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/players/${player.id}`);
  await page.getByTestId('report').click();
  await page.getByTestId('report-name').check();
  await page.getByTestId('report-ground').selectOption('content');
  await page.getByTestId('report-send').click();
  await page.getByTestId('report-arrived').waitFor();
  assert.equal((await caseOf(staff, player.id)).about, 'name');
  await page.getByTestId('report-list').click();
  await page.getByTestId('own-report').waitFor();
});

test("a record is reported from its page, but not one's own", async () => {
  const staff = await owner('Record Keeper');
  const bringer = await ApiPlayer.guest(table.server, 'Bringer');
  const [{ id }] = await bringRecord(table.server, bringer, RECORD);
  const reader = await ApiPlayer.guest(table.server, 'Reader');
  const { page } = await table.visitor({ player: reader });
  await page.goto(`${table.server.url}/records/${id}`);
  await page.getByTestId('report').click();
  await page.getByText('This record', { exact: true }).waitFor();
  await page.getByTestId('report-ground').selectOption('content');
  await page.getByTestId('report-send').click();
  await page.getByTestId('report-arrived').waitFor();
  assert.equal((await caseOf(staff, id)).about, 'record');

  const own = await table.visitor({ player: bringer });
  await own.page.goto(`${table.server.url}/account`);
  await own.page.getByTestId('device').waitFor();
  await own.page.goto(`${table.server.url}/records/${id}`);
  await own.page.locator('[data-ready]').waitFor();
  assert.equal(await own.page.getByTestId('report').isVisible(), false);
});

test('an address of a game with an event shows the game as it was then', async () => {
  const game = await startGame(table.server, NINE);
  await playMoves(game, ['E5', 'C3', 'G7']);
  const [first] = (await events(table.server, game.id, {})).filter(({ type }) => type === 'played');
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/games/${game.id}?event=${first.seq}`);
  await eventually(async () => assert.equal(await page.getByTestId('place').innerText(), '1 / 3'));
});

test('the dialog and the list of reports are fit for everybody', async () => {
  for (const [device, options] of DEVICES) {
    const game = await startGame(table.server, NINE);
    await playMoves(game, ['E5', 'C3']);
    const visitor = await table.visitor({ ...options, player: game.black });
    const { page } = await GamePage.open(visitor, game.id);
    await openFromGame(visitor);
    await page.getByTestId('report-ground').selectOption('cheating');
    await isFit(page, `report-${device}`);
    await page.getByTestId('report-send').click();
    await page.getByTestId('report-arrived').waitFor();
    await page.getByTestId('report-list').click();
    await page.getByTestId('own-report').waitFor();
    await isFit(page, `account-reports-${device}`);
  }
});
