// What members do on the page of their account.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DEVICES, PHONE } from './chromium-browser.js';
import { openAccount } from './account-page.js';
import { eventually } from './eventually.js';
import { isAccessible, isFit } from './inspection.js';
import { makeOwner } from './owner.js';
import { Table } from './table.js';
import { refusals } from './refusals.js';

const table = new Table();
afterEach(() => table.clear());

const member = (name) => ApiPlayer.member(table.server, name);
async function signIn(visitor, name, password) {
  const { page } = visitor;
  await page.goto(`${table.server.url}/sign-in?next=%2Faccount`);
  await page.locator('main.settled').waitFor();
  await page.getByTestId('name').fill(name);
  await page.getByTestId('password').fill(password);
  await page.getByTestId('password').press('Enter');
}
const focused = (page) => page.evaluate(() => document.activeElement.id);

test('signed out, a member is a visitor, and comes back by the password', async () => {
  const ann = await member('Goes And Comes');
  const page = await openAccount(await table.visitor({ player: ann }));
  await page.getByText('Member since').waitFor();
  await page.getByTestId('sign-out-here').press('Enter');
  await page.getByTestId('confirm-yes').click();
  await page.getByText("You're not signed in.").waitFor();
  await eventually(async () => assert.equal(await page.getByTestId('account-link').innerText(), 'Sign in'));
  assert.equal(await page.locator('#name-part').isVisible(), false);
  await page.getByTestId('to-sign-in').click();
  await page.locator('main.settled').waitFor();
  await page.getByTestId('name').fill('goes and comes');
  await page.getByTestId('password').fill(PASSWORD);
  await page.getByTestId('password').press('Enter');
  await page.getByTestId('player-name').getByText('Goes And Comes').waitFor();
});

test('a name is changed, once in thirty days, and the old one is on the page of the player', async () => {
  await member('Taken Name');
  const ann = await member('First Name');
  const visitor = await table.visitor({ player: ann });
  const page = await openAccount(visitor);
  await page.getByTestId('name-fold').press('Enter');
  await page.getByTestId('new-name').fill('taken name');
  await page.getByTestId('new-name').press('Enter');
  await page.locator('#new-name-problem', { hasText: 'Another member has this name' }).waitFor();
  assert.equal(await focused(page), 'new-name');
  await page.getByTestId('new-name').fill('Moderator');
  await page.getByTestId('rename').click();
  await page.locator('#new-name-problem', { hasText: 'This name is reserved for the server' }).waitFor();
  refusals(visitor, 409, 422);
  await page.getByTestId('new-name').fill('Second Name');
  await page.getByTestId('rename').click();
  await page.getByTestId('said').getByText("You're now Second Name.").waitFor();
  assert.equal(await focused(page), 'name-title');
  assert.equal(await page.getByTestId('account-link').innerText(), 'Second Name');
  assert.match(await page.getByTestId('rename-from').innerText(), /^You can change your name again from \w+ \d+, \d{4}\.$/);
  assert.equal(await page.getByTestId('name-fold').isVisible(), false);
  await page.getByTestId('own-page').click();
  await page.getByTestId('former-names').getByText(/^Called First Name until \w+ \d{4}$/).waitFor();
  assert.match(await page.getByTestId('player-about').innerText(), /^Member since /);
  for (const [device, options] of DEVICES) {
    const other = await table.visitor(options);
    await other.page.goto(page.url());
    await other.page.getByTestId('former-names').waitFor();
    await isFit(other.page, `player-renamed-${device}`);
  }
});

test('another password signs all other browsers out', async () => {
  const ann = await member('Two Browsers');
  const [desk, telephone] = [await table.visitor(), await table.visitor(PHONE)];
  await signIn(desk, ann.player.name, PASSWORD);
  await desk.page.getByTestId('device').nth(1).waitFor();
  await signIn(telephone, ann.player.name, PASSWORD);
  await telephone.page.getByTestId('device').nth(2).waitFor();

  await desk.page.getByTestId('password-fold').click();
  await desk.page.getByTestId('new-password').fill('easy');
  await desk.page.getByTestId('change-password').click();
  await desk.page.locator('#new-password-problem', { hasText: '10 characters' }).waitFor();
  refusals(desk, 422);
  await desk.page.getByTestId('new-password').fill('ladders need long eyes');
  await desk.page.getByTestId('new-password').press('Enter');
  await desk.page.getByTestId('said').getByText('Your password is changed').waitFor();
  assert.equal(await desk.page.getByTestId('device').count(), 1);
  await telephone.page.getByText("You're not signed in.").waitFor();
  telephone.complaints = telephone.complaints.filter((text) => !/status of 401/.test(text));

  await signIn(telephone, ann.player.name, PASSWORD);
  await telephone.page.getByText('The name or the password is wrong.').waitFor();
  refusals(telephone, 401);
  await signIn(telephone, ann.player.name, 'ladders need long eyes');
  await telephone.page.getByText('You are Two Browsers.').waitFor();
});

test('whoever came by a link proves with the password who is here', async () => {
  const ann = await member('Came By Link');
  const { secret } = await call(table.server, 'POST', '/api/v1/sessions/link', { token: ann.token });
  const { token } = await call(table.server, 'POST', '/api/v1/sessions', { body: { link: secret } });
  const visitor = await table.visitor({ player: { token } });
  const page = await openAccount(visitor);
  const change = async () => {
    await page.getByTestId('new-password').fill('another long sentence');
    await page.getByTestId('new-password').press('Enter');
    await page.getByTestId('confirm-password').waitFor();
  };
  await page.getByTestId('password-fold').click();
  await change();
  await isAccessible(page, 'asking for the password');
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await call(table.server, 'POST', '/api/v1/sessions', { body: { name: ann.player.name, password: PASSWORD } });
  await change();
  await page.getByTestId('confirm-password').fill('not this one');
  await page.keyboard.press('Enter');
  await page.getByText('The name or the password is wrong.').waitFor();
  assert.equal(await focused(page), 'confirm-password');
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('said').getByText('Your password is changed').waitFor();
  await call(table.server, 'POST', '/api/v1/sessions', { body: { name: ann.player.name, password: 'another long sentence' } });
  refusals(visitor, 403, 403, 401);
});

test('an owner invites somebody, who registers; and takes an invitation back', async () => {
  const owner = await member('Keeper');
  makeOwner(table.server, owner);
  const visitor = await table.visitor({ player: owner });
  const page = await openAccount(visitor);
  await page.getByText('No open invitations.').waitFor();
  await page.getByTestId('invitation-places').fill('2');
  await page.getByTestId('invitation-days').selectOption('30');
  await page.getByTestId('invitation-note').fill('for the club');
  await page.getByTestId('invitation-note').press('Enter');
  await page.getByTestId('invitation').getByText('2 of 2 places left').waitFor();
  await eventually(async () => assert.equal(await focused(page), 'invitation-link'));
  const address = await page.getByTestId('invitation-link').inputValue();
  assert.match(address, /\/register#[\w-]{43}$/);
  assert.match(await page.getByTestId('invitation').innerText(), /for the club/);

  const friend = await table.visitor(PHONE);
  await friend.page.goto(address);
  await friend.page.locator('main.settled').waitFor();
  assert.equal(new URL(friend.page.url()).hash, '');

  await page.getByTestId('take-back').click();
  await page.getByTestId('confirm-no').click();
  await page.getByTestId('take-back').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByText('“for the club” is withdrawn.').waitFor();
  assert.deepEqual([await page.getByTestId('invitation').count(), await focused(page)], [0, 'invitations-title']);
  assert.equal(await page.getByTestId('invitation-link').isVisible(), false);
  await page.getByTestId('invitation-places').fill('1001');
  await page.getByTestId('invite').click();
  await page.getByText('An invitation is for 1 to 1,000 people.').waitFor();
  refusals(visitor, 422);
});

test('an owner whose sign-in is old proves who is here before invitations are shown', async () => {
  const owner = await member('Keeper By Link');
  makeOwner(table.server, owner);
  const { secret } = await call(table.server, 'POST', '/api/v1/sessions/link', { token: owner.token });
  const { token } = await call(table.server, 'POST', '/api/v1/sessions', { body: { link: secret } });
  const visitor = await table.visitor({ player: { token } });
  const page = await openAccount(visitor);
  await page.getByTestId('invitations-unlock').waitFor();
  assert.equal(await page.getByTestId('invite').isVisible(), false);
  await isAccessible(page, 'invitations that are not shown');
  await page.getByTestId('invitations-unlock').press('Enter');
  await page.getByTestId('confirm-password').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await page.getByTestId('invite').isVisible(), false);
  await page.getByTestId('invitations-unlock').press('Enter');
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('No open invitations.').waitFor();
  await eventually(async () => assert.equal(await focused(page), 'invitations-title'));
  await page.getByTestId('invite').click();
  await page.getByTestId('invitation').getByText('1 of 1 place left').waitFor();
  refusals(visitor, 403, 403, 403);
});

test('nobody else is shown invitations', async () => {
  const page = await openAccount(await table.visitor({ player: await member('No Keeper') }));
  await page.getByText('Member since').waitFor();
  assert.equal(await page.locator('#invitations-part').isVisible(), false);
});

test('the account of a member and an owner as it looks, and as it reads', async () => {
  const owner = await member('M'.repeat(32));
  makeOwner(table.server, owner);
  await call(table.server, 'POST', '/api/v1/invitations', { token: owner.token, body: { places: 1000, note: 'N'.repeat(100) } });
  for (const [device, options] of DEVICES) {
    const page = await openAccount(await table.visitor({ ...options, player: owner }));
    await page.getByTestId('invitation').first().waitFor();
    await isFit(page, `account-owner-${device}`);
    await page.getByTestId('name-fold').click();
    await page.getByTestId('password-fold').click();
    await page.getByTestId('rename').click();
    await isFit(page, `account-forms-${device}`);
    const visitor = await table.visitor(options);
    await visitor.page.goto(`${table.server.url}/account`);
    await visitor.page.getByTestId('to-register').waitFor();
    await isFit(visitor.page, `account-visitor-${device}`);
  }
});
