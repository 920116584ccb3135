// Warnings, suspensions and bans, void games and networks, on the pages of the staff.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call, snapshot } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { actingOwner } from './owner.js';
import { openAccount } from './account-page.js';
import { caseOf, focusedOf, moderator, openStaff, report, says, tabTo } from './staff-page.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

const DAY = 86_400_000;
const LOOKS_LIKE_HTML = '<img src=x onerror=alert(1)> <b>bold</b>';

const table = new Table();
afterEach(() => table.clear());

const member = (name) => ApiPlayer.member(table.server, name);
const notice = (page) => page.getByTestId('sanction-notice');
const kinds = (page) => page.getByTestId('sanction').evaluateAll((all) => all.map(({ dataset }) => [dataset.kind, dataset.inForce]));
const folds = (page) => page.locator('#acts summary').evaluateAll((all) => all.map(({ dataset }) => dataset.testid));

/** A finished game of two guests of which somebody has told the staff, and its case. */
async function reportedGame(staff) {
  const [black, white] = [await ApiPlayer.guest(table.server, 'Ann'), await ApiPlayer.guest(table.server, 'Ben')];
  const { id } = await black.createGame({ board: { width: 9, height: 9 }, color: 'black' });
  await white.join(id);
  for (const [player, move] of [[black, 'E5'], [white, 'C3']]) await player.play(id, move);
  await black.command(id, { type: 'resign' });
  await report(table.server, white, { about: 'game', id, ground: 'cheating', words: 'It was bought.' });
  return { id, case: await caseOf(table.server, staff, id) };
}

test('by keyboard a moderator suspends a player for a week, who hears of it at once, and lifts it again', async () => {
  const staff = await actingOwner(table.server, 'Owner Suspends');
  const keeper = await moderator(table.server, 'Keeper Suspends', staff);
  const player = await member('Carl Careless');
  const theirs = await openAccount(await table.visitor({ player }));
  const page = await openStaff(await table.visitor({ player: keeper }), `/staff/players/${player.player.id}`);
  await page.locator('#no-sanctions').waitFor();
  assert.deepEqual(await folds(page), ['fold-warn', 'fold-suspend', 'fold-ban', 'fold-rename']);

  await tabTo(page, 'fold-suspend');
  await page.keyboard.press('Enter');
  await tabTo(page, 'do-suspend');
  await page.keyboard.press('Enter');
  await page.getByText('Choose one.').waitFor();
  assert.equal(await focusedOf(page), 'suspend-ground');
  await page.keyboard.type('Stall');
  await tabTo(page, 'do-suspend');
  await page.keyboard.press('Enter');
  await page.getByText('Choose a time in the future, within a year.').waitFor();
  assert.equal(await focusedOf(page), 'suspend-until');
  await tabTo(page, 'suspend-until-week');
  await page.keyboard.press('Enter');
  await page.getByTestId('suspend-until-said').getByText('until').waitFor();
  await tabTo(page, 'suspend-words');
  await page.keyboard.type(LOOKS_LIKE_HTML);
  await tabTo(page, 'suspend-reason');
  await page.keyboard.type('Five games were left.');
  await tabTo(page, 'do-suspend');
  const from = Date.now();
  await page.keyboard.press('Enter');
  await says(page, 'The player is suspended.');
  assert.equal(await focusedOf(page), 'acts-title');

  const { sanctions: [sanction] } = await call(table.server, 'GET', '/api/v1/me/sanctions', { token: player.token });
  assert.deepEqual([sanction.kind, sanction.ground, sanction.words], ['suspension', 'stalling', LOOKS_LIKE_HTML]);
  // A field of dates has minutes, and the clocks may have changed within the week.
  assert.ok(Math.abs(sanction.until - from - 7 * DAY) < 2 * 3_600_000, `${sanction.until}`);
  await theirs.reload();
  await notice(theirs).getByText("You can't play here until").waitFor();
  assert.equal(await notice(theirs).locator('blockquote').innerText(), LOOKS_LIKE_HTML);

  assert.deepEqual(await kinds(page), [['suspension', 'true']]);
  assert.equal(await page.getByTestId('sanction').locator('.said-words').innerText(), LOOKS_LIKE_HTML);
  assert.equal(await page.locator('#inside img, #inside b').count(), 0);
  await page.locator('[data-testid="entry"][data-kind="suspend"]').getByText('Stalling').waitFor();
  await tabTo(page, 'fold-lift');
  await page.keyboard.press('Enter');
  await tabTo(page, 'lift-reason');
  await page.keyboard.type('The power was out.');
  await tabTo(page, 'do-lift');
  await page.keyboard.press('Enter');
  await says(page, 'The player can play again.');
  assert.deepEqual(await kinds(page), [['suspension', 'false']]);
  await page.getByTestId('sanction').getByText('lifted').waitFor();
  assert.equal(await page.getByTestId('fold-lift').count(), 0);
  await theirs.reload();
  await openAccount({ page: theirs, server: table.server });
  assert.equal(await notice(theirs).count(), 0);
});

test('a player is warned and reads it, and then banned, after which nobody is suspended or banned twice', async () => {
  const staff = await actingOwner(table.server, 'Owner Warns');
  const player = await member('Dora Warned');
  const theirs = await openAccount(await table.visitor({ player }));
  const page = await openStaff(await table.visitor({ player: staff }), `/staff/players/${player.player.id}`);
  const act = async (name, said) => {
    await page.getByTestId(`fold-${name}`).click();
    await page.getByTestId(`${name}-ground`).selectOption('abuse');
    await page.getByTestId(`${name}-reason`).fill('Rude words.');
    await page.getByTestId(`do-${name}`).click();
    await says(page, said);
  };
  await act('warn', 'The player has been warned.');
  await page.getByTestId('sanction').getByText('not read yet').waitFor();
  assert.equal(await page.getByTestId('fold-lift').count(), 0);
  await theirs.reload();
  await notice(theirs).getByTestId('sanction-read').click();
  await notice(theirs).waitFor({ state: 'detached' });
  await page.reload();
  await page.locator('main.settled').waitFor();
  assert.match(await page.getByTestId('sanction').innerText(), /read /);
  await act('ban', 'The player is banned.');
  assert.deepEqual(await kinds(page), [['ban', 'true'], ['warning', 'false']]);
  assert.deepEqual(await folds(page), ['fold-warn', 'fold-lift', 'fold-rename', 'fold-grant', 'fold-export_member', 'fold-delete_member']);
  await theirs.reload();
  await notice(theirs).getByText("You can't play here any more.").waitFor();
});

test('a suspension keeps what was typed, and is done after a proof', async () => {
  const staff = await actingOwner(table.server, 'Owner Proves');
  const { player } = await member('Waits For It');
  const visitor = await table.visitor({ player: staff });
  const page = await openStaff(visitor, `/staff/players/${player.id}`);
  await page.getByTestId('fold-suspend').click();
  await page.getByTestId('suspend-ground').selectOption('cheating');
  await page.getByTestId('suspend-until').fill('2020-01-01T12:00');
  await page.getByTestId('suspend-reason').fill('Played by a program.');
  await page.getByTestId('do-suspend').click();
  await page.getByText('Choose a time in the future, within a year.').waitFor();
  assert.equal(await focusedOf(page), 'suspend-until');
  await page.getByTestId('suspend-until-month').click();
  const until = await page.getByTestId('suspend-until').inputValue();
  await openStaff(visitor, `/staff/players/${player.id}`);
  assert.deepEqual([await page.getByTestId('suspend-ground').inputValue(), await page.getByTestId('suspend-until').inputValue()], ['cheating', until]);
  assert.match(await page.getByTestId('suspend-until-said').innerText(), /until/);
  // No test waits until a sign-in is an hour old.
  await page.route('**/acts', (route) => route.fulfill({ status: 403, json: { code: 'sign_in_again', params: {} } }), { times: 1 });
  await page.getByTestId('do-suspend').click();
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await says(page, 'The player is suspended.');
  assert.deepEqual(await kinds(page), [['suspension', 'true']]);
  refusals(visitor, 422, 403);
});

test('a game is declared void from its case, and counts again', async () => {
  const staff = await actingOwner(table.server, 'Owner Voids');
  const game = await reportedGame(staff);
  const page = await openStaff(await table.visitor({ player: staff }), `/staff/cases/${game.case.id}`);
  assert.equal(await page.getByTestId('fold-adjudicate').count(), 0);
  const look = await table.visitor();
  for (const [name, said, isVoid] of [['void', 'The game is void.', true], ['restore', 'The game counts again.', false]]) {
    await tabTo(page, `fold-${name}`);
    await page.keyboard.press('Enter');
    await tabTo(page, `do-${name}`);
    await page.keyboard.press('Enter');
    await page.getByText('Give a reason of 1 to 500 characters.').waitFor();
    assert.equal(await focusedOf(page), `${name}-reason`);
    await page.keyboard.type('It was bought.');
    await tabTo(page, `do-${name}`);
    await page.keyboard.press('Enter');
    await says(page, said);
    assert.equal(await focusedOf(page), 'subject-title');
    assert.equal(Boolean((await snapshot(table.server, game.id)).voided_at), isVoid);
    assert.equal(/was declared void/.test(await page.locator('#subject-facts').innerText()), isVoid);
    assert.equal(await page.getByTestId(`fold-${name}`).count(), 0);
    await look.page.goto(`${table.server.url}/games/${game.id}`);
    await look.page.getByTestId('result').waitFor();
    assert.equal(await look.page.getByTestId('voided').count(), isVoid ? 1 : 0);
  }
});

test('the networks of a player are asked for by a press, and lead to those who came from there as well', async () => {
  const staff = await actingOwner(table.server, 'Owner Looks');
  const [one, other] = [await member('One Of Two'), await member('Two Of Two')];
  // The server writes networks down now and then.
  const networksOf = ({ player }) => call(table.server, 'GET', `/api/v1/staff/players/${player.id}/networks`, { token: staff.token });
  for (const { token } of [one, other]) await call(table.server, 'GET', '/api/v1/me', { token });
  await eventually(async () => assert.ok((await networksOf(one)).networks.some(({ others }) => others.some(({ id }) => id === other.player.id))), 60_000);
  const page = await openStaff(await table.visitor({ player: staff }), `/staff/players/${one.player.id}`);
  assert.equal(await page.getByTestId('network').count(), 0);
  await tabTo(page, 'show-networks');
  await page.keyboard.press('Enter');
  await page.getByTestId('network').first().waitFor();
  assert.equal(await focusedOf(page), 'networks-title');
  assert.equal(await page.getByTestId('show-networks').isVisible(), false);
  await page.locator('[data-prefix="32"]').getByRole('heading', { name: /^One address [0-9a-f]+$/ }).waitFor();
  await page.locator('[data-prefix="32"]').getByRole('link', { name: 'Two Of Two' }).press('Enter');
  await page.waitForURL(`**/staff/players/${other.player.id}`);
});

test('networks need a proof when the sign-in is old, and a refusal is said', async () => {
  const staff = await actingOwner(table.server, 'Owner Asks');
  const { player } = await member('Asked About');
  const visitor = await table.visitor({ player: staff });
  const page = await openStaff(visitor, `/staff/players/${player.id}`);
  const answer = (status, code) => page.route('**/networks', (route) => route.fulfill({ status, json: { code, params: {} } }), { times: 1 });
  await answer(404, 'no_such_player');
  await page.getByTestId('show-networks').press('Enter');
  await page.locator('#networks-problem:not(:empty)').waitFor();
  await answer(403, 'sign_in_again');
  await page.getByTestId('show-networks').press('Enter');
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('show-networks').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('#networks-problem').innerText(), '');
  refusals(visitor, 404, 403);
});

test('the player page with a sanction and an open act is fit for everybody', async () => {
  const staff = await actingOwner(table.server, 'Owner Fits');
  const { player } = await member('W'.repeat(32));
  await staff.act(`players/${player.id}`, { act: 'warn', ground: 'content', words: 'M'.repeat(300) });
  await staff.act(`players/${player.id}`, { act: 'suspend', ground: 'content', until: Date.now() + DAY });
  for (const [device, options] of DEVICES) {
    const page = await openStaff(await table.visitor({ ...options, player: staff }), `/staff/players/${player.id}`);
    await page.getByTestId('fold-suspend').click();
    await page.getByTestId('suspend-until-day').click();
    await page.getByTestId('do-suspend').click();
    await isFit(page, `staff-sanctions-${device}`);
  }
});
