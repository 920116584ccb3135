// The list of the members, from which an owner finds one, takes the data along, and deletes the member.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { actingOwner } from './owner.js';
import { focusedOf, openStaff, says, tabTo } from './staff-page.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

test('by keyboard an owner finds a member, takes the data along, and deletes the member by typing the name', async () => {
  const staff = await actingOwner(table.server, 'Olga Deletes');
  const { player } = await ApiPlayer.member(table.server, 'Xaver Leaves');
  const visitor = await table.visitor({ player: staff });
  const page = await openStaff(visitor, '/staff');
  await tabTo(page, 'to-members');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/staff/members');
  await page.getByTestId('member').nth(1).waitFor();
  await tabTo(page, 'text');
  await page.keyboard.type('xaver');
  await page.keyboard.press('Enter');
  const found = page.getByTestId('member');
  await found.nth(1).waitFor({ state: 'detached' });
  await page.locator('#list-title:focus').waitFor();
  assert.equal(new URL(page.url()).search, '?text=xaver');
  await found.getByRole('link', { name: 'Xaver Leaves' }).click();
  await page.waitForURL(`**/staff/players/${player.id}`);

  await page.getByTestId('fold-export_member').click();
  await page.getByTestId('export_member-reason').fill('Asked by letter.');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('do-export_member').click()]);
  assert.equal(download.suggestedFilename(), `tengen-${player.id}.zip`);
  await says(page, 'The archive has been downloaded.');

  await page.getByTestId('fold-delete_member').click();
  await page.getByTestId('delete_member-name').fill('Xaver');
  await page.getByTestId('delete_member-reason').fill('Asked by letter.');
  await page.getByTestId('do-delete_member').click();
  await page.getByText("That isn't the member's name.").waitFor();
  assert.equal(await focusedOf(page), 'delete_member-name');
  await page.getByTestId('delete_member-name').fill(' Xaver Leaves');
  await page.getByTestId('do-delete_member').click();
  await says(page, 'The member has been deleted.');
  assert.equal(await page.locator('#inside').isVisible(), false);

  const log = await openStaff(visitor, '/staff/audit');
  const entry = (kind) => log.locator(`[data-testid="entry"][data-kind="${kind}"]`).first();
  await entry('delete_member').getByText('Member deleted').waitFor();
  await entry('export_member').getByText("Member's data downloaded").waitFor();
  refusals(visitor, 422);
});
