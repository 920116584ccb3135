import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import * as api from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { HomePage } from './home-page.js';
import { isAccessible, isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const me = (token) => api.call(table.server, 'GET', '/api/v1/me', { token });

test('a visitor makes a token by keyboard, copies it, and takes it back', async () => {
  const visitor = await table.visitor();
  const { page } = visitor;
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const home = await HomePage.open(visitor);
  await home.part('settings').click();
  await home.part('tokens-link').click();
  await page.getByText("You haven't created any tokens.").waitFor();

  await page.getByLabel('What is it for?').fill('My bot');
  await page.getByLabel('see what you see').focus();
  await page.keyboard.press('Space');
  await page.getByTestId('make-token').press('Enter');
  await page.getByText('Choose at least one thing').waitFor();
  await page.keyboard.press('Space');
  await page.getByLabel('play as you').press('Space');
  await page.getByLabel('Expires').selectOption('30');
  await page.getByTestId('make-token').press('Enter');

  await page.getByText('The token “My bot” is ready.').waitFor();
  const secret = await page.getByTestId('secret').inputValue();
  assert.match(secret, /^tengen_/);
  // The new token has the keyboard, selected whole.
  assert.equal(await page.evaluate(() => document.activeElement.id), 'secret');
  await page.getByTestId('copy-token').click();
  await page.getByText('Copied.').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret);
  await me(secret);
  const item = page.getByTestId('token');
  assert.match(await item.innerText(), /My bot[^]*can watch · can play · created .+ · never used · expires /);

  await page.reload();
  await item.waitFor();
  assert.match(await item.innerText(), /last used /);
  assert.equal(await page.getByTestId('secret').isVisible(), false);
  await item.getByTestId('revoke').click();
  await page.getByTestId('confirm-no').click();
  await me(secret);
  await item.getByTestId('revoke').click();
  await page.getByTestId('confirm-yes').click();
  await page.getByText('The token “My bot” is revoked.').waitFor();
  assert.equal(await item.count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'yours-title');
  await assert.rejects(me(secret), (refusal) => refusal.status === 401);
});

test('the page of tokens as it looks, and as it reads', async () => {
  for (const [device, options] of DEVICES) {
    const player = await api.ApiPlayer.guest(table.server, 'Ann');
    const make = (name, scopes) =>
      api.call(table.server, 'POST', '/api/v1/tokens', { token: player.token, body: { name, scopes } });
    await make('A bot with a name of 32 letters.', ['read', 'play']);
    await make('W'.repeat(32), ['read']);
    const { page } = await table.visitor({ ...options, player });
    await page.goto(`${table.server.url}/tokens`);
    await page.getByTestId('token').nth(1).waitFor();
    await page.getByLabel('What is it for?').fill('Overlay');
    await page.getByTestId('make-token').click();
    await eventually(async () => assert.equal(await page.getByTestId('token').count(), 3));
    const [main, foot] = await Promise.all(['main', '.foot'].map((part) => page.locator(part).boundingBox()));
    assert.deepEqual([foot.x, foot.width], [main.x, main.width], `${device}: the foot stands below the page`);
    await isFit(page, `tokens-${device}`);
    await page.getByTestId('revoke').first().click();
    await page.getByTestId('confirm-yes').waitFor();
    await isAccessible(page, `${device}, asking`);
  }
});
