// The page of all groups, on which the staff renames and ends them.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { isFit } from './inspection.js';
import { actingOwner } from './owner.js';
import { focusedOf, moderator, openStaff, says, tabTo } from './staff-page.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

const LOOKS_LIKE_HTML = '<b>Bold</b> Stones';

const table = new Table();
afterEach(() => table.clear());

const found = ({ token }, group) => call(table.server, 'POST', '/api/v1/groups', { token, body: group });
const look = ({ id }, { token }) => call(table.server, 'GET', `/api/v1/groups/${id}`, { token });
const item = (page, { id }) => page.locator(`[data-group="${id}"]`);

test('by keyboard a moderator renames a closed club and ends it, and its leader sees that', async () => {
  const staff = await actingOwner(table.server, 'Olga Groups');
  const leader = await ApiPlayer.member(table.server, 'Lena Leads');
  const club = await found(leader, { kind: 'club', name: 'An Insult', joining: 'closed' });
  const visitor = await table.visitor({ player: await moderator(table.server, 'Keeper Groups', staff) });
  const page = await openStaff(visitor, '/staff');
  await tabTo(page, 'to-groups');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/staff/groups');
  await item(page, club).getByText('closed').waitFor();
  assert.match(await item(page, club).innerText(), /Club · closed · 1 member ·/);
  assert.equal(await item(page, club).getByRole('link', { name: 'An Insult' }).getAttribute('href'), `/groups/${club.id}`);
  assert.equal(await item(page, club).getByRole('link', { name: 'Lena Leads' }).getAttribute('href'), `/players/${leader.player.id}`);

  await tabTo(page, 'rename-group');
  await page.keyboard.press('Enter');
  await page.getByTestId('rename_group-name').waitFor();
  await tabTo(page, 'do-rename_group');
  await page.keyboard.press('Enter');
  await page.getByText('A name has 1 to 60 characters.').waitFor();
  assert.equal(await focusedOf(page), 'rename_group-name');
  await page.keyboard.type(LOOKS_LIKE_HTML);
  await tabTo(page, 'rename_group-reason');
  await page.keyboard.type('It was an insult.');
  await tabTo(page, 'do-rename_group');
  await page.keyboard.press('Enter');
  await says(page, 'The group has been renamed.');
  assert.equal(await focusedOf(page), 'groups-title');
  assert.equal(await item(page, club).getByRole('link').first().innerText(), LOOKS_LIKE_HTML);
  assert.equal(await page.locator('#inside b').count(), 0);
  assert.equal((await look(club, leader)).name, LOOKS_LIKE_HTML);

  await tabTo(page, 'end-group');
  await page.keyboard.press('Enter');
  await page.getByTestId('end_group-reason').waitFor();
  await tabTo(page, 'do-end_group');
  await page.keyboard.press('Enter');
  await page.getByText('Give a reason of 1 to 500 characters.').waitFor();
  await page.keyboard.type('Nobody wanted it.');
  await tabTo(page, 'do-end_group');
  await page.keyboard.press('Enter');
  await says(page, 'The group has ended.');
  await item(page, club).getByText('ended').waitFor();
  assert.equal(await item(page, club).getByRole('button').count(), 0);
  assert.equal(await item(page, club).getByRole('link').count(), 0);
  await assert.rejects(look(club, leader), ({ problem }) => problem.code === 'no_such_group');

  const log = await openStaff(await table.visitor({ player: staff }), '/staff/audit');
  const entry = (kind) => log.locator(`[data-testid="entry"][data-kind="${kind}"]`).first();
  await entry('rename_group').getByText('Group renamed').waitFor();
  await entry('end_group').getByText('Group ended').waitFor();
  assert.match(await entry('end_group').innerText(), /Group ended · Club · 1 member/);
  // A group that has ended has no page.
  assert.equal(await entry('end_group').getByRole('link', { name: 'a group' }).count(), 0);
  assert.equal(await entry('rename_group').getByRole('link', { name: 'a group' }).getAttribute('href'), `/groups/${club.id}`);
});

test('the end of a class keeps its reason, and is done after a proof', async () => {
  const staff = await actingOwner(table.server, 'Olga Classes');
  const group = await found(staff, { kind: 'class', name: '4 b' });
  const visitor = await table.visitor({ player: staff });
  const page = await openStaff(visitor, '/staff/groups');
  await item(page, group).getByTestId('end-group').click();
  await page.getByTestId('end_group-reason').fill('The school year is over.');
  await page.keyboard.press('Escape');
  await openStaff(visitor, '/staff/groups');
  await item(page, group).getByTestId('end-group').click();
  assert.equal(await page.getByTestId('end_group-reason').inputValue(), 'The school year is over.');
  // No test waits until a sign-in is an hour old.
  await page.route('**/acts', (route) => route.fulfill({ status: 403, json: { code: 'sign_in_again', params: {} } }), { times: 1 });
  await page.getByTestId('do-end_group').click();
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await says(page, 'The group has ended.');
  assert.equal(await item(page, group).getAttribute('data-ended'), 'true');
  refusals(visitor, 403);
});

test('a group that has ended meanwhile is said to be gone', async () => {
  const staff = await actingOwner(table.server, 'Olga Late');
  const group = await found(staff, { kind: 'class', name: 'Late' });
  const visitor = await table.visitor({ player: staff });
  const page = await openStaff(visitor, '/staff/groups');
  await staff.act(`groups/${group.id}`, { act: 'end' });
  await item(page, group).getByTestId('rename-group').click();
  await page.getByTestId('rename_group-name').fill('Later');
  await page.getByTestId('rename_group-reason').fill('A better name.');
  await page.getByTestId('do-rename_group').click();
  await page.getByText('There is no such group, or only its members can see it.').waitFor();
  refusals(visitor, 404);
});

test('more than fifty groups are on several pages', async () => {
  const staff = await actingOwner(table.server, 'Olga Founds');
  // Somebody leads five groups at most that go on.
  for (let i = 0; i < 51; i += 1) {
    const group = await found(staff, { kind: 'class', name: `Class ${i}` });
    await staff.act(`groups/${group.id}`, { act: 'end' });
  }
  const page = await openStaff(await table.visitor({ player: staff }), '/staff/groups');
  assert.deepEqual([await page.getByTestId('group').count(), await page.getByTestId('first-page').isVisible()], [50, false]);
  await page.getByTestId('next-page').click();
  await page.waitForURL('**/staff/groups?after=*');
  await page.getByTestId('group').filter({ hasText: 'Class 0' }).waitFor();
  await page.getByTestId('first-page').click();
  await page.waitForURL('**/staff/groups');
});

test('the page of groups is fit for everybody', async () => {
  const staff = await actingOwner(table.server, 'Olga Shows');
  const leader = await ApiPlayer.member(table.server, 'W'.repeat(32));
  await found(leader, { kind: 'club', name: 'M'.repeat(60) });
  for (const [device, options] of DEVICES) {
    const page = await openStaff(await table.visitor({ ...options, player: staff }), '/staff/groups');
    await isFit(page, `staff-groups-${device}`);
    await page.getByTestId('rename-group').first().click();
    await isFit(page, `staff-group-rename-${device}`);
  }
});
