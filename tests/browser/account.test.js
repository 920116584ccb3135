import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import * as api from './api-player.js';
import { DEVICES, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { isAccessible, isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const sessions = async ({ token }) => (await api.call(table.server, 'GET', '/api/v1/sessions', { token })).sessions;
const open = async (visitor, path) => {
  await visitor.page.goto(`${table.server.url}${path}`);
  return visitor.page;
};
const confirm = (page) => page.getByTestId('confirm-yes').click();

test('a guest comes to a telephone by a link, by keyboard, and is signed out there', async () => {
  const player = await api.ApiPlayer.guest(table.server, 'Ann');
  const desk = await open(await table.visitor({ player }), '/account');
  await desk.getByText('You are Ann.').waitFor();
  await desk.getByText("You're playing as a guest").waitFor();
  assert.match(await desk.getByTestId('device').innerText(), /this device · since /);
  await desk.getByTestId('carry').press('Enter');
  await desk.getByTestId('carry-code').waitFor();
  const address = await desk.getByTestId('carry-link').inputValue();
  assert.match(address, /\/welcome#[\w-]{43}$/);
  assert.equal(await desk.evaluate(() => document.activeElement.id), 'carry-link');

  const telephone = await table.visitor(PHONE);
  await telephone.page.goto(address);
  await telephone.page.getByText("On another device you're Ann.").waitFor();
  // The secret stands in no address any more, and nothing has changed yet.
  assert.equal(new URL(telephone.page.url()).hash, '');
  assert.equal((await sessions(player)).length, 1);
  assert.equal(await telephone.page.locator('#other').isVisible(), false);
  await telephone.page.getByTestId('take').press('Enter');
  await telephone.page.getByText("You're now Ann on this device too.").waitFor();
  await telephone.page.goto(`${table.server.url}/account`);
  await telephone.page.getByText('You are Ann.').waitFor();

  await desk.reload();
  await desk.getByTestId('device').nth(1).waitFor();
  await desk.getByTestId('end-device').click();
  await desk.getByTestId('confirm-no').click();
  assert.equal((await sessions(player)).length, 2);
  await desk.getByTestId('end-device').click();
  await confirm(desk);
  await desk.getByText('is signed out.').waitFor();
  assert.equal(await desk.evaluate(() => document.activeElement.id), 'devices-title');
  await telephone.page.getByText("You're not signed in.").waitFor();

  // Whoever has gone finds nothing by the same link.
  await telephone.page.goto(`${address}`);
  await telephone.page.getByText('This link has already been used').waitFor();
  assert.equal(telephone.complaints.length, 1);
  assert.match(telephone.complaints.pop(), /404 .*\/sessions\/link\/player/);
  // Another one that is pasted into the same tab is another page.
  const another = await api.call(table.server, 'POST', '/api/v1/sessions/link', { token: player.token });
  await telephone.page.goto(another.address);
  await telephone.page.getByText("On another device you're Ann.").waitFor();
});

test('whoever is somebody there already is asked first', async () => {
  const player = await api.ApiPlayer.guest(table.server, 'Ann');
  const { address } = await api.call(table.server, 'POST', '/api/v1/sessions/link', { token: player.token });
  const ben = await api.ApiPlayer.guest(table.server, 'Ben');
  const { page } = await table.visitor({ player: ben });
  await page.goto(address);
  await page.getByText("On this device you're Ben now, without an account.").first().waitFor();
  await page.getByTestId('take').click();
  await page.getByTestId('confirm-no').click();
  assert.equal((await sessions(player)).length, 1);
  await page.getByTestId('take').click();
  await isAccessible(page, 'asking whoever is somebody');
  await confirm(page);
  await page.getByText(`You're now ${player.player.name} on this device too.`).waitFor();
  assert.equal((await sessions(player)).length, 2);
});

test('who signs out is a visitor, and is told what a guest loses by that', async () => {
  const player = await api.ApiPlayer.guest(table.server, 'Ann');
  const page = await open(await table.visitor({ player }), '/account');
  await page.getByTestId('sign-out').click();
  await page.getByText('this is your only device').waitFor();
  await confirm(page);
  await page.getByText("You're not signed in.").waitFor();
  await assert.rejects(sessions(player), (refusal) => refusal.status === 401);
  assert.equal(await page.getByTestId('device').count(), 0);
  await page.reload();
  await page.getByText("You're not signed in.").waitFor();
});

test('the account as it looks, and as it reads', async () => {
  for (const [device, options] of DEVICES) {
    const player = await api.ApiPlayer.guest(table.server, 'W'.repeat(32));
    const { secret } = await api.call(table.server, 'POST', '/api/v1/sessions/link', { token: player.token });
    await api.call(table.server, 'POST', '/api/v1/sessions', { body: { link: secret } });
    const page = await open(await table.visitor({ ...options, player }), '/account');
    await page.getByTestId('device').nth(1).waitFor();
    await page.getByTestId('carry').click();
    await page.getByTestId('carry-code').waitFor();
    await eventually(async () => assert.ok(await page.getByTestId('carry-code').evaluate((image) => image.naturalWidth > 0)));
    const [main, foot] = await Promise.all(['main', '.foot'].map((part) => page.locator(part).boundingBox()));
    assert.deepEqual([foot.x, foot.width], [main.x, main.width], `${device}: the foot stands below the page`);
    await isFit(page, `account-${device}`);
    const address = await page.getByTestId('carry-link').inputValue();
    const other = await table.visitor(options);
    await other.page.goto(address);
    await other.page.getByTestId('take').waitFor();
    await isFit(other.page, `welcome-${device}`);
  }
});
