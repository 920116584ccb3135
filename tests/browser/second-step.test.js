// An authenticator: taken up, asked for, and taken off, on the page of the account.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { codeOf } from './authenticator.js';
import { openAccount } from './account-page.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';
import { refusals } from './refusals.js';

const table = new Table();
afterEach(() => table.clear());

const member = (name) => ApiPlayer.member(table.server, name);
const isFocused = (page, id) => eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.id), id));
const accountOf = async ({ token }) => (await call(table.server, 'GET', '/api/v1/me', { token })).account;
/** The same player on another device, who has proved nothing there. */
async function byLink({ token }) {
  const { secret } = await call(table.server, 'POST', '/api/v1/sessions/link', { token });
  return call(table.server, 'POST', '/api/v1/sessions', { body: { link: secret } });
}
/** An account with an authenticator; answers its recovery codes. */
async function withAuthenticator({ token }) {
  const { secret } = await call(table.server, 'POST', '/api/v1/me/authenticator', { token });
  return (await call(table.server, 'PUT', '/api/v1/me/authenticator', { token, body: { code: codeOf(secret) } })).recovery_codes;
}

test('an authenticator is set up by keyboard, and its recovery codes are kept', async () => {
  const ann = await member('Takes It Up');
  const visitor = await table.visitor({ player: ann });
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openAccount(visitor);
  await page.getByTestId('second-now').getByText('No authenticator is set up.').waitFor();
  await page.getByTestId('second-begin').press('Enter');
  await isFocused(page, 'second-code');
  assert.equal(await page.getByTestId('second-begin').isVisible(), false);
  await eventually(async () => assert.ok(await page.getByTestId('second-image').evaluate((image) => image.naturalWidth > 0)));
  await page.getByTestId('second-cancel').press('Enter');
  await isFocused(page, 'second-title');
  assert.equal(await page.getByTestId('second-secret').inputValue(), '');

  await page.getByTestId('second-begin').click();
  await isFocused(page, 'second-code');
  const code = codeOf(await page.getByTestId('second-secret').inputValue());
  await page.getByTestId('second-code').press('Enter');
  await page.locator('#second-code-problem', { hasText: 'This code is wrong' }).waitFor();
  await page.getByTestId('second-code').fill(code === '000000' ? '111111' : '000000');
  await page.getByTestId('second-code').press('Enter');
  await eventually(async () => assert.equal(visitor.complaints.length, 1));
  await page.locator('#second-code-problem', { hasText: 'This code is wrong' }).waitFor();
  refusals(visitor, 401);
  assert.equal((await accountOf(ann)).authenticator, false);
  await page.getByTestId('second-code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByTestId('second-code').press('Enter');
  await isFocused(page, 'recovery-codes');
  await page.getByTestId('second-now').getByText('10 recovery codes are left.').waitFor();
  const codes = (await page.getByTestId('recovery-codes').inputValue()).split('\n');
  assert.equal(new Set(codes).size, 10);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('recovery-save').click()]);
  assert.equal(file.suggestedFilename(), 'tengen-recovery-codes.txt');
  assert.equal(readFileSync(await file.path(), 'utf8'), `${codes.join('\n')}\n`);
  await page.getByTestId('recovery-copy').click();
  await page.locator('#recovery-copied', { hasText: 'Copied.' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), codes.join('\n'));
  await page.getByTestId('recovery-done').press('Enter');
  await isFocused(page, 'second-title');
  assert.equal(await page.getByTestId('recovery-codes').inputValue(), '');

  const way = { name: ann.player.name, password: PASSWORD };
  await assert.rejects(call(table.server, 'POST', '/api/v1/sessions', { body: way }), ({ problem }) => problem.code === 'code_needed');
  await call(table.server, 'POST', '/api/v1/sessions', { body: { ...way, code: codes[3] } });
  await page.reload();
  await page.getByTestId('second-now').getByText('9 recovery codes are left.').waitFor();
});

test('whoever is not fresh proves it by the password and a code, makes new recovery codes, and removes the authenticator', async () => {
  const ann = await member('Takes It Off');
  const codes = await withAuthenticator(ann);
  const visitor = await table.visitor({ player: await byLink(ann) });
  const page = await openAccount(visitor);
  await page.getByTestId('second-renew').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByTestId('confirm-password').fill(PASSWORD);
  assert.equal(await page.getByTestId('confirm-code').isVisible(), false);
  await page.keyboard.press('Enter');
  await isFocused(page, 'confirm-code');
  await page.getByTestId('confirm-code').fill('0000-0000-0000-0000');
  await page.keyboard.press('Enter');
  await page.getByText('This code is wrong').waitFor();
  await page.getByTestId('confirm-code').fill(codes[0]);
  await page.keyboard.press('Enter');
  await isFocused(page, 'recovery-codes');
  refusals(visitor, 403, 401, 401);
  const renewed = (await page.getByTestId('recovery-codes').inputValue()).split('\n');
  assert.deepEqual(renewed.filter((code) => codes.includes(code)), []);
  await page.getByTestId('recovery-done').click();

  await page.getByTestId('second-remove').click();
  await page.getByTestId('confirm-no').click();
  assert.equal((await accountOf(ann)).authenticator, true);
  await page.getByTestId('second-remove').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByTestId('second-now').getByText('No authenticator is set up.').waitFor();
  await isFocused(page, 'second-title');
  await call(table.server, 'POST', '/api/v1/sessions', { body: { name: ann.player.name, password: PASSWORD } });
});

test('a guest has no second step, and it looks and reads well for members', async () => {
  const guest = await openAccount(await table.visitor({ player: await ApiPlayer.guest(table.server, 'Guest') }));
  assert.equal(await guest.locator('#second-part').isVisible(), false);
  for (const [device, options] of DEVICES) {
    const ann = await member(`Looks ${device}`);
    const page = await openAccount(await table.visitor({ ...options, player: ann }));
    await page.getByTestId('second-begin').click();
    await isFocused(page, 'second-code');
    await isFit(page, `account-second-${device}`);
    await page.getByTestId('second-code').fill(codeOf(await page.getByTestId('second-secret').inputValue()));
    await page.getByTestId('second-take-up').click();
    await isFocused(page, 'recovery-codes');
    await isFit(page, `account-recovery-${device}`);
    await page.getByTestId('recovery-done').click();
    await isFit(page, `account-two-steps-${device}`);
  }
});
