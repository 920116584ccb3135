import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { Provider } from './provider.js';
import { Table } from './table.js';
import { isFit } from './inspection.js';
import { openAccount } from './account-page.js';
import { refusals } from './refusals.js';

const table = new Table();
let provider;
beforeEach(async () => {
  if (provider) return;
  provider = await Provider.start('ada=Ada of the club', 'ben=Ben');
  table.server.options.push(...provider.options(table.server.url));
  await table.server.restart();
});
afterEach(() => table.clear());
after(() => provider?.stop());

/** A visitor who may go to the provider. */
async function arrive(options) {
  const visitor = await table.visitor(options);
  visitor.other = provider.host;
  return visitor;
}

/** A page of the door, once it is known who stands there. */
async function open(visitor, address) {
  await visitor.page.goto(`${table.server.url}${address}`);
  await visitor.page.locator('main.settled').waitFor();
  return visitor.page;
}

/** Goes to the provider by a button and chooses who one is there. */
async function goAs(page, name) {
  await page.getByTestId('by-club').click();
  await page.getByRole('button', { name }).click();
}

test('somebody whom the provider knows registers, and comes in again on another device', async () => {
  const first = await arrive();
  const page = await open(first, '/sign-in?next=%2Fgames');
  assert.equal(await page.getByTestId('by-club').innerText(), 'Sign in with Our club');
  await isFit(page, 'sign in with a provider');
  await goAs(page, 'ada');
  await page.waitForURL('**/register?next=%2Fgames');
  await page.locator('main.settled').waitFor();
  await page.getByText("You've signed in with Our club.").waitFor();
  assert.equal(await page.getByTestId('name').inputValue(), 'Ada of the club');
  assert.ok(await page.getByTestId('password').isHidden());
  assert.ok(await page.getByTestId('by-club').isHidden());
  await isFit(page, 'register with a provider');
  await page.getByTestId('name').press('Enter');
  await page.waitForURL('**/games');

  const other = await arrive(PHONE);
  const there = await open(other, '/sign-in');
  await goAs(there, 'ada');
  await there.waitForURL(`${table.server.url}/`);
  await openAccount({ page: there, server: table.server });
  await there.getByText('You are Ada of the club.').waitFor();
  assert.equal(await there.getByTestId('identity').getByRole('heading').innerText(), 'Our club');
  // The answer is nowhere in the history of the browser.
  await there.goBack();
  assert.ok(!there.url().includes('code='), there.url());
});

test('a member adds a provider, confirms by it, and removes it', async () => {
  const member = await ApiPlayer.member(table.server, 'Linked Lea');
  const visitor = await arrive();
  await visitor.become(member);
  const page = await openAccount({ page: visitor.page, server: table.server });
  await page.getByRole('button', { name: 'Add Our club' }).click();
  await page.getByRole('button', { name: 'ben' }).click();
  await page.waitForURL('**/account**');
  await page.getByTestId('identity').waitFor();
  assert.ok(await page.getByTestId('by-club').isHidden());
  await isFit(page, 'ways to sign in');

  // Some time later who is there has to be shown once more, and the provider does as well as the password.
  await page.route('**/api/v1/me/identities/*', (route) => route.fulfill({
    status: 403, contentType: 'application/problem+json', body: JSON.stringify({ code: 'sign_in_again', status: 403, params: {} }),
  }), { times: 1 });
  await page.getByTestId('unlink').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await page.getByRole('dialog').getByTestId('by-club').waitFor();
  await isFit(page, 'confirming by a provider');
  await page.getByRole('dialog').getByTestId('by-club').click();
  await page.getByRole('button', { name: 'ben' }).click();
  await page.waitForURL('**/account');
  refusals(visitor, 403);
  await page.getByTestId('unlink').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await page.getByText('Our club is removed.').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'ways-title');
  await page.getByRole('button', { name: 'Add Our club' }).waitFor();
});

test('who comes back with nothing is told so, and nothing is open', async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await page.goto(`${table.server.url}/sign-in/club/back?code=made-up&state=made-up`);
  await page.getByText("The sign-in didn't work.").waitFor();
  assert.equal(page.url(), `${table.server.url}/sign-in/club/back`);
  await isFit(page, 'back with nothing');
  await page.getByTestId('other-way').click();
  await page.waitForURL('**/sign-in');
  refusals(visitor, 401);
});

test('nobody is led to another server on the way back', async () => {
  const visitor = await arrive();
  const page = await open(visitor, '/sign-in?next=%2F%2Fevil.example');
  await page.evaluate(() => {
    const kept = sessionStorage.setItem.bind(sessionStorage);
    Storage.prototype.setItem = (name, text) => kept(name, name === 'tengen.journey' ? JSON.stringify({ purpose: 'enter', next: '//evil.example' }) : text);
  });
  await goAs(page, 'ada');
  await page.waitForURL(`${table.server.url}/`);
});

test('with providers alone there are no passwords on the pages', async () => {
  table.server.options.push('--ways-in', 'providers');
  await table.server.restart();
  const visitor = await arrive(PHONE);
  const page = await open(visitor, '/sign-in');
  for (const name of ['name', 'password', 'send', 'forgotten']) assert.ok(await page.getByTestId(name).isHidden(), name);
  await isFit(page, 'sign in with providers alone');
  await open(visitor, '/register');
  assert.equal(await page.getByTestId('by-club').innerText(), 'Register with Our club');
  assert.ok(await page.getByTestId('password').isHidden());
  await goAs(page, 'ada');
  await page.waitForURL(`${table.server.url}/`);
  await openAccount({ page, server: table.server });
  for (const name of ['password-fold', 'carry']) assert.ok(await page.getByTestId(name).isHidden(), name);
  await page.getByTestId('unlink').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await page.getByText('You would have no way to sign in.').waitFor();
  refusals(visitor, 409);
});
