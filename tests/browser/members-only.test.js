// A server on which only members look: strangers are led to the door, and from there to where they wanted to go.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DEVICES, launchBrowser, PHONE, Visitor } from './chromium-browser.js';
import { bringRecord } from './record-page.js';
import { isFit } from './inspection.js';
import { makeOwner } from './owner.js';
import { RunningServer } from './running-server.js';
import { Table } from './table.js';

const table = new Table({ options: ['--viewing', 'members'] });
afterEach(() => table.clear());

/** The browser itself tells of what a stranger is refused. */
const stranger = async (options = {}) => {
  const visitor = await table.visitor(options);
  visitor.serverMayBeAway = true;
  return visitor;
};

test('a stranger signs in, and arrives where the address was', async () => {
  await ApiPlayer.member(table.server, 'Insider');
  const visitor = await stranger();
  const { page } = visitor;
  await page.goto(`${table.server.url}/games?size=9x9`);
  await page.locator('main.settled').waitFor();
  assert.equal(new URL(page.url()).pathname, '/sign-in');
  await page.getByText('Only members can see the games here.').waitFor();
  await page.getByTestId('name').fill('Insider');
  await page.getByTestId('password').fill(PASSWORD);
  await page.getByTestId('password').press('Enter');
  await page.waitForURL(`${table.server.url}/games?size=9x9`);
  await page.goto(`${table.server.url}/`);
  await page.getByTestId('player-name').getByText('Insider').waitFor();

  // Signed out elsewhere, the page leads to the door with its next request.
  await call(table.server, 'POST', '/api/v1/sessions', { body: { name: 'Insider', password: PASSWORD } }).then(({ token }) =>
    call(table.server, 'DELETE', '/api/v1/sessions', { token }));
  await page.getByTestId('new-game-9').click();
  await page.waitForURL('**/sign-in');
});

test('a link to variations leads through the door, and shows them behind it', async () => {
  const owner = await ApiPlayer.member(table.server, 'Sharer');
  await ApiPlayer.member(table.server, 'Looker');
  const [{ id }] = await bringRecord(table.server, owner, '(;SZ[9];B[ee])');
  await owner.changeVariations(id, [{ id: 'a', from: { node: 1 }, move: 'C3' }], 'records');
  const { secret } = await owner.shareVariations(id, { grows: false }, 'records');
  const { page } = await stranger();
  await page.goto(`${table.server.url}/shared#${secret}`);
  await page.waitForURL('**/sign-in?next=%2Fshared');
  await page.getByTestId('name').fill('Looker');
  await page.getByTestId('password').fill(PASSWORD);
  await page.getByTestId('password').press('Enter');
  await page.getByTestId('shared-by').getByText('Variations by Sharer').waitFor();
  // The address is whole again, and the tab keeps nothing.
  assert.equal(page.url(), `${table.server.url}/shared#${secret}`);
  assert.equal(await page.evaluate(() => sessionStorage.getItem('tengen.shared')), null);
});

test('the door as it looks, and as it reads', async () => {
  for (const [device, options] of DEVICES) {
    const { page } = await stranger(options);
    for (const address of ['/sign-in', '/register']) {
      await page.goto(`${table.server.url}${address}`);
      await page.locator('main.settled').waitFor();
      await isFit(page, `${address.slice(1)}-members-${device}`);
    }
  }
});

test('by an invitation from an owner somebody becomes a member of a closed club', async (t) => {
  const server = await RunningServer.start();
  const browser = await launchBrowser();
  t.after(async () => {
    await browser.close();
    await server.remove();
  });
  const owner = await ApiPlayer.member(server, 'Keeper of the Club');
  // The club is closed once it has an owner.
  server.options = ['--registration', 'invited', '--viewing', 'members'];
  makeOwner(server, owner);
  await server.stop();
  await server.launch();
  const keeper = await Visitor.arrive(browser, server);
  await keeper.become(owner);
  await keeper.page.goto(`${server.url}/account`);
  await keeper.page.getByTestId('invite').click();
  await keeper.page.getByTestId('invitation').waitFor();
  const address = await keeper.page.getByTestId('invitation-link').inputValue();

  const friend = await Visitor.arrive(browser, server, PHONE);
  friend.serverMayBeAway = true;
  await friend.page.goto(address);
  await friend.page.getByTestId('invited').getByText('Your invitation is valid until').waitFor();
  assert.equal(new URL(friend.page.url()).hash, '');
  await isFit(friend.page, 'register-by-invitation-phone');
  // Another language loads the page anew, and the invitation is still there.
  await friend.page.reload();
  await friend.page.getByTestId('invited').waitFor();
  await friend.page.getByTestId('name').fill('Friend');
  await friend.page.getByTestId('password').fill(PASSWORD);
  await friend.page.getByTestId('send').click();
  await friend.page.getByText('You are Friend.').waitFor();
  await keeper.page.reload();
  await keeper.page.getByTestId('invitation').getByText('0 of 1 place left').waitFor();

  // A second person by the same link hears that it is used up.
  const second = await Visitor.arrive(browser, server);
  second.serverMayBeAway = true;
  await second.page.goto(address);
  await second.page.getByText('This invitation is used up').waitFor();
  assert.deepEqual([...keeper.complaints, ...friend.complaints, ...second.complaints], []);
});

test('where guests may not play, whoever wants to is led to the door', async (t) => {
  const server = await RunningServer.start({ options: ['--guests', 'off'] });
  const browser = await launchBrowser();
  t.after(async () => {
    await browser.close();
    await server.remove();
  });
  const visitor = await Visitor.arrive(browser, server);
  visitor.serverMayBeAway = true;
  await visitor.page.goto(`${server.url}/`);
  await visitor.page.getByTestId('new-game-9').click();
  await visitor.page.waitForURL('**/sign-in');
  await visitor.page.goto(`${server.url}/account`);
  await visitor.page.getByText("You're not signed in.").waitFor();
  assert.deepEqual(visitor.complaints, []);
});
