// Members who have agreed to other terms read those of now; and the mail address, which the account page has where letters are sent.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const folder = mkdtempSync(join(tmpdir(), 'tengen-terms-'));
const file = join(folder, 'terms.txt');
const write = (text) => writeFileSync(file, text);
write('Be kind.\n');
after(() => rmSync(folder, { recursive: true }));
const table = new Table({ options: ['--terms-file', file] });
afterEach(() => table.clear());

const NEW_TERMS = `Be kind.\n${'Come to the games that you have agreed on. '.repeat(30)}\n`;

test('a member who signs in agrees to the terms of now, by keyboard, and goes on', async () => {
  const { server } = table;
  const { terms } = await call(server, 'GET', '/api/v1/door');
  const members = [];
  for (const name of ['Agreeable', 'Later']) members.push(await ApiPlayer.member(server, name, { terms: terms.version }));
  write(NEW_TERMS);
  server.options.push('--public-url', server.url, '--mail-server', 'smtp://127.0.0.1:9', '--mail-from', 'club@example.org');
  await server.restart();

  const { page } = await table.visitor();
  await page.goto(`${server.url}/sign-in?next=/games`);
  await page.locator('main.settled').waitFor();
  await page.getByTestId('name').fill('Agreeable');
  await page.getByTestId('password').fill(PASSWORD);
  await page.getByTestId('password').press('Enter');
  await page.waitForURL('**/account?next=%2Fgames');
  await page.getByRole('heading', { name: 'The terms have changed' }).waitFor();
  assert.equal(await page.getByTestId('terms-text').textContent(), NEW_TERMS);
  await page.getByTestId('terms-text').focus();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'agree');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/games');
  // They are not shown again.
  await page.goto(`${server.url}/account`);
  await page.getByTestId('name-fold').waitFor();
  assert.equal(await page.getByTestId('agree').isVisible(), false);

  for (const [device, options] of DEVICES) {
    const later = await table.visitor({ player: members[1], ...options });
    await later.page.goto(`${server.url}/account`);
    await later.page.getByTestId('agree').waitFor();
    await isFit(later.page, `account-new-terms-${device}`);
  }
  // Where nobody was on the way to another page, the member stays and is told.
  const { page: stays } = await table.visitor({ player: members[1] });
  await stays.goto(`${server.url}/account`);
  await stays.getByTestId('agree').click();
  await stays.getByTestId('terms-said').getByText('You have agreed to the terms.').waitFor();
  assert.equal(await stays.evaluate(() => document.activeElement.id), 'title');
  assert.equal(await stays.getByTestId('terms-text').isVisible(), false);
});

test('where letters are sent, a member gives an address', async () => {
  const { server } = table;
  const { terms, mail } = await call(server, 'GET', '/api/v1/door');
  assert.equal(mail, true);
  const member = await ApiPlayer.member(server, 'Reachable', { terms: terms.version });
  const { page } = await table.visitor({ player: member });
  await page.goto(`${server.url}/account`);
  await page.getByTestId('mail-now').getByText('You have no confirmed address.').waitFor();
  await page.getByTestId('mail-fold').click();
  await page.getByTestId('new-mail').fill('reachable@example.org');
  await page.getByTestId('change-mail').click();
  await page.getByTestId('mail-now').getByText('reachable@example.org').waitFor();
});
