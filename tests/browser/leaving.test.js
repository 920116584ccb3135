// What the server keeps of a player is downloaded and deleted, on the page of the account.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call, playMoves, startGame } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { openAccount } from './account-page.js';
import { eventually } from './eventually.js';
import { isAccessible, isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const member = (name) => ApiPlayer.member(table.server, name);
const kindOf = async ({ player }) => (await call(table.server, 'GET', `/api/v1/players/${player.id}`)).player.kind;

test('everything is downloaded as an archive', async () => {
  const page = await openAccount(await table.visitor({ player: await member('Takes Along') }));
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByTestId('export').click()]);
  assert.match(file.suggestedFilename(), /^tengen-.*\.zip$/);
  const content = readFileSync(await file.path());
  assert.equal(content.subarray(0, 4).toString('latin1'), 'PK\x03\x04');
  assert.ok(content.includes('tengen-account.json'));
});

test('a member who has proved who is here is deleted, and goes home as a stranger', async () => {
  const ann = await member('Leaves For Good');
  const { secret } = await call(table.server, 'POST', '/api/v1/sessions/link', { token: ann.token });
  const visitor = await table.visitor({ player: await call(table.server, 'POST', '/api/v1/sessions', { body: { link: secret } }) });
  const page = await openAccount(visitor);
  await page.getByTestId('delete-account').press('Enter');
  await page.getByText('Your bots are deleted too.').waitFor();
  await isAccessible(page, 'asking before an account is deleted');
  await page.getByTestId('leaving-name').fill('Leaves');
  await page.keyboard.press('Enter');
  await page.getByText("This isn't your name.").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'leaving-name');
  await page.getByTestId('leaving-no').click();
  assert.equal(await kindOf(ann), 'member');

  await page.getByTestId('delete-account').click();
  await page.getByTestId('leaving-name').fill(' Leaves For Good');
  await page.getByTestId('leaving-yes').click();
  await page.getByTestId('confirm-password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${table.server.url}/`);
  await eventually(async () => assert.equal(await page.getByTestId('account-link').innerText(), 'Sign in'));
  assert.equal(await kindOf(ann), 'deleted');
  assert.deepEqual(await visitor.context.cookies(), []);
  visitor.complaints = visitor.complaints.filter((text) => !/status of 403/.test(text));
  await page.goto(`${table.server.url}/players/${ann.player.id}`);
  await page.getByText('This account was deleted.').waitFor();
});

test('a guest who is deleted resigns, and is not asked for a password', async () => {
  const game = await startGame(table.server, { board: { width: 9, height: 9 } });
  await playMoves(game, ['C3', 'G7']);
  const { page } = await table.visitor({ player: game.black });
  await page.goto(`${table.server.url}/account`);
  await page.getByTestId('delete-account').click();
  assert.equal(await page.getByText('Your bots are deleted too.').count(), 0);
  await page.getByTestId('leaving-name').fill(game.black.player.name);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${table.server.url}/`);
  assert.equal((await call(table.server, 'GET', `/api/v1/games/${game.id}`)).result.text, 'W+R');
});

test('the question before an account is deleted, as it looks', async () => {
  for (const [device, options] of DEVICES) {
    const page = await openAccount(await table.visitor({ ...options, player: await member(`${'W'.repeat(24)} ${device}`) }));
    await page.getByTestId('delete-account').click();
    await page.getByTestId('leaving-yes').click();
    await page.getByText("This isn't your name.").waitFor();
    await isFit(page, `leaving-${device}`);
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
    await isFit(page, `account-data-${device}`);
  }
});
