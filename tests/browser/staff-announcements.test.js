// The page on which owners write the lines of every page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { isFit } from './inspection.js';
import { actingOwner } from './owner.js';
import { focusedOf, moderator, openStaff, says, tabTo } from './staff-page.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

const DAY = 86_400_000;
const LOOKS_LIKE_HTML = 'On Sunday the server <i>stops</i> at eight.';

const table = new Table();
afterEach(() => table.clear());

const now = async () => (await call(table.server, 'GET', '/api/v1/announcements')).announcements;
const topLines = (page) => page.locator('.announcements p').evaluateAll((all) => all.map(({ lang, textContent }) => [lang, textContent]));

async function clear({ act }) {
  for (const { id } of await now()) await act('announcements', { act: 'take_back', id });
}

test('by keyboard an owner writes a line in two languages, strangers read it, and it is taken back', async () => {
  const staff = await actingOwner(table.server, 'Olga Announces');
  const { page } = await table.visitor({ player: staff });
  await openStaff({ page, server: table.server }, '/staff');
  await tabTo(page, 'to-announcements');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/staff/announcements');
  await page.locator('#none').waitFor();

  await tabTo(page, 'do-announce');
  await page.keyboard.press('Enter');
  await page.getByText('Write the text in at least one language, in at most 300 characters.').waitFor();
  assert.equal(await focusedOf(page), 'announce-texts-en');
  await page.keyboard.type(LOOKS_LIKE_HTML);
  await tabTo(page, 'announce-texts-ja');
  await page.keyboard.type('日曜日の8時に止まります。');
  const shown = await page.getByTestId('announce-texts-shown').locator('dd').evaluateAll((all) => all.map(({ lang, textContent }) => [lang, textContent]));
  assert.deepEqual(shown.map(([lang]) => lang), ['en', 'ja', 'en', 'en', 'en']);
  assert.equal(shown[0][1], LOOKS_LIKE_HTML);
  await tabTo(page, 'do-announce');
  await page.keyboard.press('Enter');
  await page.getByText('Choose a time in the future, within a year.').waitFor();
  assert.equal(await focusedOf(page), 'announce-until');
  await tabTo(page, 'announce-until-day');
  await page.keyboard.press('Enter');
  await tabTo(page, 'announce-reason');
  await page.keyboard.type('A new disk.');
  await tabTo(page, 'do-announce');
  await page.keyboard.press('Enter');
  await says(page, 'The announcement is now on every page.');
  assert.equal(await focusedOf(page), 'now-title');
  assert.deepEqual(await topLines(page), [['en', LOOKS_LIKE_HTML]]);
  assert.equal(await page.getByTestId('announcement').count(), 1);
  assert.equal(await page.getByTestId('announce-texts-en').inputValue(), '');
  assert.equal(await page.locator('main i').count(), 0);

  const stranger = await table.visitor({ locale: 'ja' });
  await stranger.page.goto(`${table.server.url}/games`);
  assert.deepEqual(await topLines(stranger.page), [['ja', '日曜日の8時に止まります。']]);

  await tabTo(page, 'take-back');
  await page.keyboard.press('Enter');
  await page.getByTestId('take_back-reason').waitFor();
  await page.keyboard.type('It was done before.');
  await tabTo(page, 'do-take_back');
  await page.keyboard.press('Enter');
  await says(page, 'The announcement is removed.');
  assert.deepEqual([await topLines(page), await now()], [[], []]);
  await stranger.page.reload();
  assert.equal(await stranger.page.locator('.announcements').count(), 0);

  await openStaff({ page, server: table.server }, '/staff/audit');
  const kinds = await page.getByTestId('entry').evaluateAll((all) => all.map(({ dataset }) => dataset.kind));
  assert.deepEqual(kinds.slice(0, 2), ['take_announcement_back', 'announce']);
  assert.match(await page.getByTestId('entry').nth(1).innerText(), /Announced · until .*an announcement/s);
});

test('a sixth line is refused, and what was typed stays until it is done, after a proof', async () => {
  const staff = await actingOwner(table.server, 'Olga Overdoes');
  for (const n of [1, 2, 3, 4, 5]) await staff.act('announcements', { act: 'announce', texts: { ko: `알림 ${n}` }, until: Date.now() + DAY });
  const visitor = await table.visitor({ player: staff });
  const page = await openStaff(visitor, '/staff/announcements');
  await page.getByTestId('announce-texts-zh-Hans').fill('  第六条\n公告  ');
  await page.getByTestId('announce-until-week').click();
  await page.getByTestId('announce-reason').fill('One more.');
  await page.getByTestId('do-announce').click();
  await page.getByText('No more announcements can be shown.').waitFor();
  await clear(staff);
  await openStaff(visitor, '/staff/announcements');
  assert.equal(await page.getByTestId('announce-reason').inputValue(), 'One more.');
  assert.equal(await page.getByTestId('announce-texts-shown').locator('dd').first().innerText(), '第六条 公告');
  // No test waits until a sign-in is an hour old.
  await page.route('**/acts', (route) => route.fulfill({ status: 403, json: { code: 'sign_in_again', params: {} } }), { times: 1 });
  await page.getByTestId('do-announce').click();
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await says(page, 'The announcement is now on every page.');
  assert.deepEqual((await now()).map(({ texts }) => texts), [{ 'zh-Hans': '第六条 公告' }]);
  await clear(staff);
  refusals(visitor, 409, 403);
});

test('a moderator writes no lines, and nobody else learns of the page', async () => {
  const staff = await actingOwner(table.server, 'Olga Owns');
  const keeper = await table.visitor({ player: await moderator(table.server, 'Keeper Reads', staff) });
  const page = await openStaff(keeper, '/staff');
  assert.equal(await page.getByTestId('to-announcements').isVisible(), false);
  await openStaff(keeper, '/staff/announcements');
  await page.getByTestId('staff-problem').getByText("You don't have the role for that on this server.").waitFor();
  assert.equal(await page.locator('#inside').isVisible(), false);
  for (const address of ['/staff/announcements', '/staff/groups']) {
    for (const player of [null, await ApiPlayer.guest(table.server, 'Guest')]) {
      const other = await openStaff(await table.visitor(player ? { player } : {}), address);
      assert.equal(await other.locator('h1').innerText(), 'There is nothing at this address');
      assert.equal(await other.title(), 'There is nothing at this address · Tengen');
    }
  }
});

test('the page of announcements is fit for everybody', async () => {
  const staff = await actingOwner(table.server, 'Olga Fits');
  await staff.act('announcements', { act: 'announce', texts: { en: 'W'.repeat(300), ja: '碁'.repeat(300) }, until: Date.now() + DAY });
  for (const [device, options] of DEVICES) {
    const page = await openStaff(await table.visitor({ ...options, player: staff }), '/staff/announcements');
    await page.getByTestId('announce-texts-ko').fill('일요일 8시에 멈춥니다.');
    await page.getByTestId('announce-until-month').click();
    await page.getByTestId('do-announce').click();
    await isFit(page, `staff-announcements-${device}`);
    await page.getByTestId('take-back').click();
    await isFit(page, `staff-take-back-${device}`);
  }
  await clear(staff);
});
