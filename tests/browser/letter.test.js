import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';
import { admin } from './owner.js';

const table = new Table();
afterEach(() => table.clear());

/** The path and the secret of the link that an operator makes for a member who has lost every way in. */
function reset(name) {
  const link = admin(table.server, 'player', name, '--reset').find((line) => line.includes('/sign-in/letter#'));
  return link.slice(link.indexOf('/sign-in'));
}

for (const [device, options] of DEVICES) {
  test(`a link signs in once, by a button (${device})`, async () => {
    const name = `Lost ${device}`;
    await ApiPlayer.member(table.server, name);
    const link = reset(name);
    const visitor = await table.visitor(options);
    const { page } = visitor;
    await page.goto(`${table.server.url}${link}`);
    await page.getByText(`This link signs you in as ${name} on this device. It works once.`).waitFor();
    assert.equal(new URL(page.url()).hash, '', 'nobody who looks over the shoulder finds a link');
    await isFit(page, `letter-${device}`);
    await page.getByTestId('send').click();
    await page.waitForURL('**/account');
    await page.getByText(`You are ${name}.`).waitFor();
    // There a new password can be chosen, without the old one.
    await page.getByTestId('password-fold').click();
    await page.getByTestId('new-password').fill(`${PASSWORD} and another`);
    await page.getByTestId('change-password').click();
    await page.getByTestId('said').filter({ hasText: /./ }).waitFor();

    const other = await table.visitor(options);
    await other.page.goto(`${table.server.url}${link}`);
    await other.page.getByText('This link has already been used or is too old.').waitFor();
    assert.equal(await other.page.getByTestId('send').isVisible(), false);
    other.complaints = [];
  });
}

test('an address that nobody has shown is confirmed by no guess', async () => {
  const visitor = await table.visitor();
  await visitor.page.goto(`${table.server.url}/confirm-mail#${'A'.repeat(43)}`);
  await visitor.page.getByText('The email has arrived. Is this address yours?').waitFor();
  await isFit(visitor.page, 'confirm-mail-desktop');
  await visitor.page.getByTestId('send').click();
  await visitor.page.getByText('This link has already been used or is too old.').waitFor();
  visitor.complaints = [];
});
