// A class: accounts from a table, cards to print, the first round, and the teacher's wall.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DESKTOP } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { byCard, found, makeAccounts, openGroups } from './groups-page.js';
import { isFit } from './inspection.js';
import { owner } from './staff-page.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const PUPILS = ['Kaede', 'Minjun', 'Lin', 'Chen', 'Olga', 'Tom', 'Anna', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn'].map((name) => `${name} 4b`);
let count = 0;

/** A class with its teacher: {school, teacher}. */
async function stage() {
  count += 1;
  const staff = await owner(table.server, `Head ${count}`);
  const teacher = await ApiPlayer.member(table.server, `Teacher ${count}`);
  const school = await found(table.server, staff, { kind: 'class', name: `Class ${count}`, leader: teacher.player.id });
  return { school, teacher };
}

async function openLead(options) {
  const visitor = await table.visitor(options);
  await openGroups(visitor, `/groups/${options.school.id}/lead`);
  return visitor;
}

const csv = (text) => ({ name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const cardsOf = (page) => page.getByTestId('card').evaluateAll((all) => all.map((card) => ({
  name: card.querySelector('h3').textContent, address: card.querySelector('[data-testid="card-address"]').textContent, code: card.querySelector('[data-testid="card-code"]').textContent,
})));
const says = (page, part, text) => page.getByTestId(`${part}-said`).getByText(text).waitFor();
const item = (page, name) => page.getByTestId('member').filter({ hasText: name });

test('from a file to the first round: twelve pupils come in by their cards, and the teacher sees six boards live', async () => {
  const { school, teacher } = await stage();
  const visitor = await openLead({ ...DESKTOP, player: teacher, school });
  const { page } = visitor;
  // A class begins with its accounts.
  await page.getByTestId('names-file').setInputFiles(csv(`\ufeffnumber,name\r\n` + PUPILS.map((name, i) => `${i + 1},"${name}"\r\n`).join('')));
  await page.getByText('This is the table from class.csv.').waitFor();
  await page.getByTestId('make').click();
  await page.getByTestId('cards-made').getByText('12 cards.').waitFor();
  const cards = await cardsOf(page);
  assert.deepEqual(cards.map(({ name }) => name).sort(), [...PUPILS].sort());
  assert.ok(await page.getByTestId('card').locator('img').evaluateAll((all) => all.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)));

  const pupils = new Map();
  // One after another, as at a teacher's desk: a dozen pages that load at once keep each other waiting.
  for (const { name, address, code } of cards) {
    const pupil = await table.visitor();
    pupils.set(name, pupil);
    await pupil.page.goto(`http://${address}`);
    await pupil.page.getByTestId('card-code').fill(code);
    await pupil.page.getByTestId('send-code').click();
    await pupil.page.waitForURL(`${table.server.url}/`);
  }

  await page.getByTestId('close-cards').click();
  await page.getByTestId('confirm-yes').click();
  // The teacher plays only after saying so, whatever is ticked.
  await page.getByTestId('everybody').click();
  await page.getByTestId('here-count').getByText('12 players').waitFor();
  await page.getByTestId('plays').check();
  await page.getByTestId('here-count').getByText('13 players').waitFor();
  await page.getByTestId('plays').uncheck();
  await page.getByTestId('here-count').getByText('12 players').waitFor();
  await page.getByTestId('pair-them').click();
  await says(page, 'round', 'Round 1 has started.');
  assert.equal(await page.getByTestId('pair').count(), 6);
  const blacks = await page.getByTestId('pair').evaluateAll((all) => all.map((pair) => pair.querySelector('.row-name').textContent));

  await page.getByTestId('to-watch').first().click();
  await eventually(async () => assert.equal(await page.locator('watched-game still-board svg').count(), 6));
  // Every pupil with Black finds the own game at the top of the page of the class, and plays.
  for (const name of blacks) {
    const pupil = pupils.get(name);
    await openGroups(pupil, `/groups/${school.id}`);
    await pupil.page.getByTestId('pair').first().getByRole('link', { name, exact: true }).waitFor();
    await pupil.page.getByTestId('pair-game').first().click();
    const game = await GamePage.arrived(pupil);
    await game.click('E5');
    await game.shows('E5', 'black');
  }
  await eventually(async () => {
    const stones = await page.getByTestId('watched-game').evaluateAll((all) => all.map((tile) => tile.querySelectorAll('.stones circle').length));
    assert.deepEqual(stones, [1, 1, 1, 1, 1, 1]);
  });
  await isFit(page, 'class-wall');
});

test('what is wrong is said beside its line, and nothing is lost', async () => {
  const { school, teacher } = await stage();
  const visitor = await openLead({ ...DESKTOP, player: teacher, school });
  const { page } = visitor;
  const typed = 'Gita 4b\n\n=SUM(1)\nGita 4b\nHugo 4b';
  await page.getByTestId('names').fill(typed);
  await page.getByTestId('make').click();
  const lines = page.getByTestId('wrong-line');
  await lines.first().waitFor();
  await eventually(async () => assert.deepEqual((await lines.allInnerTexts()).map((text) => text.replaceAll('\n', ' ')), ["Line 3 =SUM(1): A name can't begin with =, +, - or @."]));
  assert.equal(await page.getByTestId('names').inputValue(), typed);
  assert.equal(await page.evaluate(() => getSelection().toString()), '=SUM(1)');
  await page.getByTestId('names').fill(typed.replace('=SUM(1)', 'Sum 4b'));
  await page.getByTestId('make').click();
  await lines.getByText('This name is taken, or is on the list twice.').waitFor();
  assert.match(await lines.first().innerText(), /Line 4/);
  refusals(visitor, 422, 422);
  // Nothing was made yet, and what was typed is there again.
  assert.equal(await page.getByTestId('member').count(), 1);
  await page.reload();
  await page.locator('main.settled').waitFor();
  assert.match(await page.getByTestId('names').inputValue(), /Sum 4b\nGita 4b\nHugo 4b/);
  await page.getByTestId('names').fill('Gita 4b\nHugo 4b');
  await page.getByTestId('make').click();
  await page.getByTestId('cards-made').getByText('2 cards.').waitFor();

  const bad = page.getByTestId('names-file');
  await page.getByTestId('fold-accounts').click();
  await bad.setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from([0x4a, 0xfc, 0x72, 0x67]) });
  await page.getByText("This file isn't in UTF-8.").waitFor();
  await bad.setInputFiles(csv(`${'x'.repeat(70_000)}\n`));
  await page.getByText('This file is too large').waitFor();
});

test('after a while a teacher shows by the password who is here, and the names that were typed become accounts', async () => {
  const { school, teacher } = await stage();
  const visitor = await openLead({ ...DESKTOP, player: teacher, school });
  const { page } = visitor;
  // No test waits until a sign-in is no longer fresh.
  await page.route('**/accounts', (route) => route.fulfill({ status: 403, json: { code: 'sign_in_again', params: {} } }), { times: 1 });
  await page.getByTestId('names').fill('Nils 4b\nOda 4b');
  await page.getByTestId('make').click();
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.getByTestId('confirm-send').click();
  await page.getByTestId('cards-made').getByText('2 cards.').waitFor();
  await page.getByTestId('here-count').getByText('2 players').waitFor();
  assert.equal(await page.getByTestId('names').inputValue(), '');
  refusals(visitor, 403);
});

test('a teacher makes new cards, revokes one, and gives another name; whoever has an own way in is left alone', async () => {
  const { school, teacher } = await stage();
  const [iris, jan, kurt] = await makeAccounts(table.server, teacher, school, ['Iris 4b', 'Jan 4b', 'Kurt 4b']);
  await byCard(table.server, iris);
  const own = await byCard(table.server, kurt);
  await call(table.server, 'PATCH', '/api/v1/me', { token: own.token, body: { password: PASSWORD } });
  const { page } = await openLead({ ...DESKTOP, player: teacher, school });
  await item(page, 'Iris 4b').getByTestId('card-state').getByText('card used on').waitFor();
  await item(page, 'Jan 4b').getByTestId('card-state').getByText('card not used yet').waitFor();

  await item(page, 'Iris 4b').getByTestId('acts').click();
  await item(page, 'Iris 4b').getByTestId('new_card').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByTestId('cards-made').getByText('1 card.').waitFor();
  const [{ code }] = await cardsOf(page);
  assert.notEqual(code, iris.short_code);
  await assert.rejects(byCard(table.server, iris), /no_such_card/);

  await item(page, 'Jan 4b').getByTestId('acts').click();
  await item(page, 'Jan 4b').getByTestId('revoke').click();
  await page.getByTestId('confirm-yes').click();
  await says(page, 'members', "Jan 4b's card no longer works.");
  await assert.rejects(byCard(table.server, jan), /no_such_card/);
  await item(page, 'Jan 4b').getByTestId('acts').click();
  await item(page, 'Jan 4b').getByTestId('rename').click();
  await page.getByTestId('asked').fill('Jana 4b');
  await page.getByTestId('asked-yes').click();
  await says(page, 'members', 'The name is now Jana 4b.');
  await item(page, 'Jana 4b').getByTestId('card-state').getByText('no card').waitFor();

  await item(page, 'Kurt 4b').getByTestId('card-state').getByText('signs in another way').waitFor();
  await item(page, 'Kurt 4b').getByTestId('acts').click();
  const acts = await item(page, 'Kurt 4b').getByRole('group').locator('button').evaluateAll((all) => all.map(({ dataset }) => dataset.testid));
  assert.deepEqual(acts, ['make_leader', 'take_out']);
});

test('the printed sheet has nothing but cards, and tears none', async () => {
  const { school, teacher } = await stage();
  await makeAccounts(table.server, teacher, school, ['Kim 4b', 'Lea 4b', 'Max 4b']);
  const { page } = await openLead({ ...DESKTOP, player: teacher, school });
  await page.getByTestId('all-cards').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByTestId('cards-made').getByText('3 cards.').waitFor();
  await isFit(page, 'class-cards');
  await page.evaluate(() => {
    globalThis.printed = 0;
    globalThis.print = () => { globalThis.printed += 1; };
  });
  await page.getByTestId('print-cards').click();
  assert.equal(await page.evaluate(() => globalThis.printed), 1);
  await page.emulateMedia({ media: 'print' });
  for (const id of ['title', 'cards-title', 'print-cards', 'inside']) assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
  for (const place of ['.bar', '.foot']) assert.equal(await page.locator(place).isVisible(), false, place);
  assert.equal(await page.getByTestId('card').last().isVisible(), true);
  assert.deepEqual(await page.getByTestId('card').evaluateAll((all) => all.map((card) => getComputedStyle(card).breakInside)), ['avoid', 'avoid', 'avoid']);
});
