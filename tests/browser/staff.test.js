// The pages of the staff: cases and their answers, acts with their reasons, the log, and who sees what.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call, snapshot } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { openAccount } from './account-page.js';
import { act, focusedOf, moderator, openStaff, owner, says, stageCases, tabTo } from './staff-page.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

let count = 0;
/** Names are members' own: each test has others. */
const named = (name) => `${name} ${String.fromCharCode(65 + (count += 1))}`;
const newOwner = () => owner(table.server, named('Owner'));
const stage = (staff) => stageCases(table.server, staff, [named('Brings Records')]);

test('from the account an owner comes to a case, answers it, and the reporter reads the answer', async () => {
  const staff = await newOwner();
  const { game } = await stage(staff);
  const { page } = await table.visitor({ player: staff });
  await openAccount({ page, server: table.server });
  await page.getByTestId('staff-way').click();
  await page.getByTestId('case').filter({ hasText: 'A game of' }).first().waitFor();
  await page.getByTestId('case').getByRole('link', { name: `A game of ${game.black.player.name} and ${game.white.player.name}` }).click();
  await page.getByText('White stalls, always.').waitFor();
  const [link] = await page.getByTestId('at-move').evaluateAll((all) => all.map(({ href }) => href));
  assert.equal(link, `${table.server.url}/games/${game.id}?event=4`);

  await page.getByTestId('do-answer').click();
  await page.getByText('Choose one.').waitFor();
  await page.getByTestId('answer-outcome').selectOption('acted');
  await page.getByTestId('do-answer').click();
  await page.getByText('Give a reason of 1 to 500 characters.').waitFor();
  assert.equal(await focusedOf(page), 'answer-reason');
  await page.getByTestId('answer-words').fill('Thank you.');
  await page.getByTestId('answer-reason').fill('Talked to White.');
  await page.getByTestId('do-answer').click();
  await says(page, 'Everyone who reported it can now read the answer.');
  assert.equal(await focusedOf(page), 'answer-title');
  assert.match(await page.getByTestId('answered').innerText(), /The staff has taken action/);

  const reporter = await openAccount(await table.visitor({ player: game.black }));
  await reporter.locator('[data-testid="own-report"][data-answered="true"]').getByText('Thank you.').waitFor();
  await page.getByTestId('up').click();
  await page.getByTestId('case').first().waitFor();
  assert.equal(await page.getByRole('link', { name: `A game of ${game.black.player.name} and ${game.white.player.name}` }).count(), 0);
});

test('by keyboard alone an owner renames a player and reads it in the log, whose chain holds', async () => {
  const staff = await newOwner();
  const { player } = await ApiPlayer.member(table.server, named('Unfit Name'));
  const name = named('Fit Name');
  const { page } = await table.visitor({ player: staff });
  await openStaff({ page, server: table.server }, `/staff/players/${player.id}`);
  await tabTo(page, 'fold-rename');
  await page.keyboard.press('Enter');
  await tabTo(page, 'rename-name');
  await page.keyboard.type(name);
  await tabTo(page, 'rename-reason');
  await page.keyboard.type('The old name was an insult.');
  await tabTo(page, 'do-rename');
  await page.keyboard.press('Enter');
  await says(page, 'The player has been renamed.');
  assert.equal(await focusedOf(page), 'acts-title');
  assert.equal(await page.locator('h1').innerText(), name);
  await page.getByTestId('entry').getByText('The old name was an insult.').waitFor();

  await tabTo(page, 'all-entries');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/staff/audit?player=${player.id}`);
  await page.locator('[data-testid="entry"][data-kind="rename"]').getByText('The old name was an insult.').waitFor();
  assert.equal(await page.getByTestId('entry').count(), 1);
  await tabTo(page, 'check');
  await page.keyboard.press('Enter');
  await page.getByTestId('checked').getByText('The chain is intact').waitFor();
  await tabTo(page, 'erase');
  await page.keyboard.press('Enter');
  await page.getByTestId('erase_reason-reason').waitFor();
  await page.keyboard.type('It names somebody.');
  await tabTo(page, 'do-erase_reason');
  await page.keyboard.press('Enter');
  await says(page, 'The reason is erased.');
  await page.getByText('The reason was erased.').waitFor();
  await page.getByTestId('player').fill('');
  await page.getByTestId('actor').selectOption(staff.player.id);
  await page.getByTestId('filter').press('Enter');
  await page.waitForURL(`**/staff/audit?actor=${staff.player.id}`);
  await eventually(async () => assert.deepEqual(await page.getByTestId('entry').evaluateAll((all) => all.map(({ dataset }) => dataset.kind)), ['erase_reason', 'rename']));
  const download = page.waitForEvent('download');
  await page.getByTestId('audit-export').press('Enter');
  assert.equal((await download).suggestedFilename(), 'audit.ndjson');
});

test('a role is given, and taken away again', async () => {
  const staff = await newOwner();
  const { player } = await ApiPlayer.member(table.server, named('Rises'));
  const page = await openStaff(await table.visitor({ player: staff }), `/staff/players/${player.id}`);
  assert.equal(await page.getByTestId('fold-revoke').count(), 0);
  for (const [name, said] of [['grant', 'The player now has the role.'], ['revoke', 'The player no longer has the role.']]) {
    await page.getByTestId(`fold-${name}`).click();
    await page.getByTestId(`${name}-role`).selectOption('moderator');
    await page.getByTestId(`${name}-reason`).fill('For a while.');
    await page.getByTestId(`do-${name}`).click();
    await says(page, said);
  }
  assert.equal(await page.getByTestId('entry').count(), 2);
});

test('the case of a game decides it, and the case of a record removes it', async () => {
  const staff = await newOwner();
  const { game, cases } = await stage(staff);
  const page = await openStaff(await table.visitor({ player: staff }), `/staff/cases/${cases.game.id}`);
  await page.getByTestId('fold-adjudicate').click();
  await page.getByTestId('adjudicate-winner').selectOption('black');
  await page.getByTestId('adjudicate-reason').fill('White has left.');
  await page.getByTestId('do-adjudicate').click();
  await says(page, 'The game is decided.');
  assert.equal(await page.getByTestId('fold-adjudicate').count(), 0);
  const { result } = await snapshot(table.server, game.id);
  assert.deepEqual([result.winner, result.by], ['black', 'adjudication']);

  const visitor = await table.visitor({ player: staff });
  const second = await openStaff(visitor, `/staff/cases/${cases.record.id}`);
  await second.getByTestId('fold-remove').click();
  await second.getByTestId('remove-reason').fill('Insults.');
  await second.getByTestId('do-remove').click();
  await says(second, 'The record is removed.');
  await second.getByText('It no longer exists.').waitFor();
  refusals(visitor, 404);
});

test('a moderator has no log and gives no roles, and hears plainly what a moderator may not see', async () => {
  const staff = await newOwner();
  const keeper = await moderator(table.server, named('Keeper'), staff);
  const { bringer } = await stage(staff);
  const visitor = await table.visitor({ player: keeper });
  const page = await openStaff(visitor, '/staff');
  await page.getByTestId('case').first().waitFor();
  assert.equal(await page.locator('#owners-part').isVisible(), false);
  await openStaff(visitor, `/staff/players/${bringer.player.id}`);
  assert.deepEqual(await page.locator('details summary').evaluateAll((all) => all.map(({ dataset }) => dataset.testid)), ['fold-warn', 'fold-suspend', 'fold-ban', 'fold-rename']);
  assert.equal(await page.getByTestId('all-entries').isVisible(), false);
  for (const [address, text] of [
    ['/staff/audit', "You don't have the role for that on this server."],
    [`/staff/players/${staff.player.id}`, "You can't act on someone with a role equal to yours or higher."],
    [`/staff/players/${keeper.player.id}`, "You can't do that to yourself."],
    ['/staff/cases/4t9x2m8q6w1k5c7v', 'There is no such case.'],
  ]) {
    await openStaff(visitor, address);
    await page.getByTestId('staff-problem').getByText(text).waitFor();
    assert.equal(await page.locator('#inside').isVisible(), false);
  }
  refusals(visitor, 403, 403, 409, 404);
});

test('nobody else learns whether there is anything at these addresses', async () => {
  const staff = await newOwner();
  const { cases, bringer } = await stage(staff);
  const member = await ApiPlayer.member(table.server, named('No Role'));
  for (const player of [null, await ApiPlayer.guest(table.server, 'Guest'), member]) {
    const visitor = await table.visitor(player ? { player } : {});
    for (const address of ['/staff', '/staff/audit', `/staff/cases/${cases.game.id}`, `/staff/players/${bringer.player.id}`]) {
      const page = await openStaff(visitor, address);
      assert.equal(await page.locator('h1').innerText(), 'There is nothing at this address');
      assert.equal(await page.title(), 'There is nothing at this address · Tengen');
      assert.equal(await page.locator('main').innerText().then((text) => text.includes('Moderation')), false);
      assert.equal(await page.locator('meta[name="robots"]').getAttribute('content'), 'noindex');
    }
    await visitor.page.goto(`${table.server.url}/account`);
    await visitor.page.locator('site-links a').first().waitFor();
    assert.equal(await visitor.page.getByText('Moderation').isVisible(), false);
  }
});

test('whoever signed in long ago proves who is here before anything is shown', async () => {
  const staff = await newOwner();
  const { secret } = await call(table.server, 'POST', '/api/v1/sessions/link', { token: staff.token });
  const { token } = await call(table.server, 'POST', '/api/v1/sessions', { body: { link: secret } });
  const visitor = await table.visitor({ player: { token } });
  const page = await openStaff(visitor, '/staff');
  assert.equal(await page.locator('#inside').isVisible(), false);
  await page.getByTestId('unlock').press('Enter');
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('staff-member').first().waitFor();
  assert.equal(await focusedOf(page), 'title');
  visitor.complaints = visitor.complaints.filter((text) => !/403/.test(text));
});

test('an act that needs a proof is done after it, without typing anything again', async () => {
  const staff = await newOwner();
  const { player } = await ApiPlayer.member(table.server, named('Waits'));
  const visitor = await table.visitor({ player: staff });
  const page = await openStaff(visitor, `/staff/players/${player.id}`);
  // No test waits until a sign-in is an hour old.
  await page.route('**/acts', (route) => route.fulfill({ status: 403, json: { code: 'sign_in_again', params: {} } }), { times: 1 });
  const name = named('Has Waited');
  await page.getByTestId('fold-rename').click();
  await page.getByTestId('rename-name').fill(name);
  await page.getByTestId('rename-reason').fill('A better one.');
  await page.getByTestId('do-rename').click();
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await says(page, 'The player has been renamed.');
  assert.equal(await page.locator('h1').innerText(), name);
  refusals(visitor, 403);
});

test('what was typed is there again after another page, until the act is done', async () => {
  const staff = await newOwner();
  const { player } = await ApiPlayer.member(table.server, named('Drafted'));
  const visitor = await table.visitor({ player: staff });
  const page = await openStaff(visitor, `/staff/players/${player.id}`);
  await page.getByTestId('fold-rename').click();
  await page.getByTestId('rename-name').fill(staff.player.name);
  await page.getByTestId('rename-reason').fill('A reason.');
  await page.getByTestId('do-rename').click();
  await page.getByText('Another member has this name').waitFor();
  await openStaff(visitor, `/staff/players/${player.id}`);
  assert.deepEqual([await page.getByTestId('rename-name').inputValue(), await page.getByTestId('rename-reason').inputValue()], [staff.player.name, 'A reason.']);
  await page.getByTestId('rename-name').fill(named('Done'));
  await page.getByTestId('do-rename').click();
  await says(page, 'The player has been renamed.');
  await openStaff(visitor, `/staff/players/${player.id}`);
  assert.equal(await page.getByTestId('rename-reason').isVisible(), false);
  refusals(visitor, 409);
});

test('the foot of a page and the page of a player lead the staff to its pages', async () => {
  const staff = await newOwner();
  const { bringer } = await stage(staff);
  const { page } = await table.visitor({ player: staff });
  await openAccount({ page, server: table.server });
  await page.getByTestId('staff-way').waitFor();
  await page.goto(`${table.server.url}/players/${bringer.player.id}`);
  await page.getByTestId('for-staff').waitFor();
  await page.locator('site-links').getByText('Moderation').waitFor();
  await page.getByTestId('for-staff').click();
  await page.waitForURL(`**/staff/players/${bringer.player.id}`);
});

test('the pages of the staff are fit for everybody', async () => {
  const staff = await newOwner();
  const { bringer, cases } = await stageCases(table.server, staff, ['W'.repeat(32)]);
  await act(table.server, staff, `players/${bringer.player.id}`, { act: 'rename', name: 'M'.repeat(32), reason: 'N'.repeat(200) });
  for (const [device, options] of DEVICES) {
    const visitor = await table.visitor({ ...options, player: staff });
    const page = await openStaff(visitor, '/staff');
    await page.getByTestId('case').first().waitFor();
    await isFit(page, `staff-${device}`);
    await openStaff(visitor, `/staff/cases/${cases.game.id}`);
    await page.getByTestId('fold-adjudicate').click();
    await page.getByTestId('do-answer').click();
    await isFit(page, `staff-case-${device}`);
    await openStaff(visitor, `/staff/players/${bringer.player.id}`);
    await page.getByTestId('fold-rename').click();
    await isFit(page, `staff-player-${device}`);
    await openStaff(visitor, '/staff/audit');
    await page.getByTestId('check').click();
    await page.getByTestId('checked').getByText('The chain is intact').waitFor();
    await isFit(page, `staff-audit-${device}`);
    await page.getByTestId('erase').first().click();
    await isFit(page, `staff-erase-${device}`);
  }
});
