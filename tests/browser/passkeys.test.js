import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { ApiPlayer, PASSWORD } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { Table } from './table.js';
import { isFit } from './inspection.js';
import { refusals } from './refusals.js';

const table = new Table();
let site = null;
// Browsers keep no passkeys for an address in numbers.
beforeEach(async () => {
  if (site) return;
  site = `http://localhost:${table.server.port}`;
  table.server.options.push('--public-url', site);
  await table.server.restart();
  table.server.url = site;
});
afterEach(() => table.clear());

/** A visitor with a device that keeps passkeys and knows its owner. */
async function arrive(options) {
  const visitor = await table.visitor(options);
  const devtools = await visitor.context.newCDPSession(visitor.page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  visitor.verifies = (isUserVerified) => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return visitor;
}

async function openDoor(page, path = '/sign-in') {
  await page.goto(site + path);
  await page.locator('main.settled').waitFor();
}

async function signInByPassword(page, name) {
  await openDoor(page, '/sign-in?next=%2Faccount');
  await page.getByTestId('name').fill(name);
  await page.getByTestId('password').fill(PASSWORD);
  await page.getByTestId('password').press('Enter');
  await page.waitForURL('**/account');
  await page.getByTestId('device').first().waitFor();
}

for (const [device, options] of DEVICES) {
  test(`a member makes a passkey, signs in by it, and removes it: ${device}`, async () => {
    const name = `Key on ${device}`;
    await ApiPlayer.member(table.server, name);
    const visitor = await arrive(options);
    const { page } = visitor;
    await signInByPassword(page, name);
    await page.getByTestId('add-passkey').focus();
    await page.keyboard.press('Enter');
    await page.getByText('The passkey is added.').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'ways-title');
    assert.match(await page.getByTestId('passkey').getByRole('heading').innerText(), /^Passkey: Chrome · Linux$/);
    await isFit(page, `passkey-${device}`);
    // The same device once more is no second way in.
    await page.getByTestId('add-passkey').click();
    await page.getByText('This passkey has already been added.').waitFor();

    await page.getByTestId('sign-out-here').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.getByTestId('to-sign-in').waitFor();
    await openDoor(page, '/sign-in?next=%2Faccount');
    await isFit(page, `sign-in-by-passkey-${device}`);
    await page.getByTestId('by-passkey').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account');
    await page.getByText(`You are ${name}.`).waitFor();

    // Some time later who is there has to be shown once more, and the passkey does as well as the password.
    await page.route('**/api/v1/me/passkeys/*', (route) => route.fulfill({
      status: 403, contentType: 'application/problem+json', body: JSON.stringify({ code: 'sign_in_again', status: 403, params: {} }),
    }), { times: 1 });
    await page.getByTestId('unlink').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByTestId('confirm-passkey').waitFor();
    await isFit(page, `confirming-by-passkey-${device}`);
    await page.getByTestId('confirm-passkey').click();
    await page.getByText('is removed.').waitFor();
    assert.equal(await page.getByTestId('passkey').count(), 0);
    refusals(visitor, 403);
  });
}

test('a device that does not look at its owner is none, and nobody is signed in by it', async () => {
  await ApiPlayer.member(table.server, 'Not Looked At');
  const visitor = await arrive();
  const { page } = visitor;
  await signInByPassword(page, 'Not Looked At');
  await visitor.verifies(false);
  await page.getByTestId('add-passkey').click();
  await page.waitForFunction(() => !document.querySelector('#add-passkey').getAttribute('aria-disabled'));
  assert.equal(await page.getByTestId('passkey').count(), 0);
  await visitor.verifies(true);
  await page.getByTestId('add-passkey').click();
  await page.getByText('The passkey is added.').waitFor();
  await visitor.context.clearCookies();
  // A server that forgets the passkey says so, and leaves the form where it is.
  await openDoor(page);
  await page.route('**/api/v1/sessions', (route) => route.fulfill({
    status: 401, contentType: 'application/problem+json', body: JSON.stringify({ code: 'wrong_passkey', status: 401, params: {} }),
  }), { times: 1 });
  await page.getByTestId('by-passkey').click();
  await page.getByText('No account here has this passkey').waitFor();
  assert.ok(await page.getByTestId('name').isVisible());
  refusals(visitor, 401);
});
