// A member's bots on the page of the account.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { openAccount } from './account-page.js';
import { eventually } from './eventually.js';
import { isAccessible, isFit } from './inspection.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.testid);
const ask = (token, method, path, body) => call(table.server, method, `/api/v1${path}`, { token, body });
const botsOf = async ({ token }) => (await ask(token, 'GET', '/bots')).players;
const meBy = async (token) => (await ask(token, 'GET', '/me')).player;
const said = (page, text) => page.locator('#bots-said', { hasText: text }).waitFor();

async function make(page, name) {
  if (!await page.getByTestId('bot-name').isVisible()) await page.getByTestId('bot-fold').press('Enter');
  await page.getByTestId('bot-name').fill(name);
  await page.getByTestId('bot-name').press('Enter');
}

/** The token of a bot that has just been made. */
async function secretOf(page, name) {
  await page.getByText(`The bot “${name}” is ready`).waitFor();
  return page.getByTestId('bot-secret').inputValue();
}

test('a member makes a bot by keyboard, and its token is told once', async () => {
  const ann = await ApiPlayer.member(table.server, 'Makes Bots');
  const visitor = await table.visitor({ player: ann });
  const { page } = visitor;
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAccount(visitor);
  await page.getByText('You have no bots.').waitFor();
  await make(page, '');
  await page.locator('#bot-name-problem', { hasText: 'A name has 1 to 32 characters.' }).waitFor();
  await make(page, 'Makes bots');
  await page.locator('#bot-name-problem', { hasText: 'Another member has this name' }).waitFor();
  assert.equal(await focused(page), 'bot-name');
  assert.equal(await page.getByTestId('bot-name').getAttribute('aria-invalid'), 'true');
  refusals(visitor, 409);

  await make(page, 'Ponders');
  const secret = await secretOf(page, 'Ponders');
  await eventually(async () => assert.equal(await focused(page), 'bot-secret'));
  assert.match(secret, /^tengen_/);
  await page.getByTestId('bot-copy').press('Enter');
  await page.locator('#bot-copied', { hasText: 'Copied.' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), secret);
  const bot = await meBy(secret);
  assert.deepEqual([bot.name, bot.kind], ['Ponders', 'bot']);
  assert.equal(await page.getByTestId('bot-name').isVisible(), false);

  await page.reload();
  await page.getByTestId('bot').getByRole('link', { name: 'Ponders' }).waitFor();
  assert.equal(await page.getByTestId('bot-secret').isVisible(), false);
  assert.equal((await page.content()).includes(secret), false);
});

test('a bot has tokens, each of which is revoked by itself', async () => {
  const ann = await ApiPlayer.member(table.server, 'Gives Tokens');
  const { secret: first } = await ask(ann.token, 'POST', '/bots', { name: 'Has Tokens' });
  const visitor = await table.visitor({ player: ann });
  const page = await openAccount(visitor);
  await page.getByLabel('Tokens of “Has Tokens”').first().press('Enter');
  await page.getByTestId('token').getByText('Has Tokens').waitFor();
  assert.match(await page.getByTestId('token').innerText(), /can watch · can play · created /);
  await page.getByTestId('bot-token-make').press('Enter');
  await page.getByTestId('bot').getByText('A name has 1 to 32 characters.').waitFor();
  await page.getByTestId('bot-token-name').fill('Second engine');
  await page.getByTestId('bot-token-name').press('Enter');
  await page.getByText('The token “Second engine” is ready. Copy it now').waitFor();
  const second = await page.getByTestId('bot-secret').inputValue();
  assert.equal(await focused(page), 'bot-secret');
  assert.equal((await meBy(second)).name, 'Has Tokens');
  await eventually(async () => assert.equal(await page.getByTestId('token').count(), 2));

  const revoke = page.getByRole('button', { name: 'Revoke “Second engine”' });
  await revoke.press('Enter');
  await page.getByTestId('confirm-no').click();
  await meBy(second);
  await revoke.press('Enter');
  await page.getByTestId('confirm-yes').click();
  await said(page, 'The token “Second engine” is revoked.');
  assert.equal(await focused(page), 'bot-tokens');
  assert.equal(await page.getByTestId('bot-secret').isVisible(), false);
  await assert.rejects(meBy(second), (refusal) => refusal.status === 401);
  assert.equal((await meBy(first)).name, 'Has Tokens');
  // Somebody else has revoked the other one meanwhile.
  await ask(ann.token, 'DELETE', `/tokens/${await page.getByTestId('token').getAttribute('data-token')}`);
  await page.getByTestId('revoke').press('Enter');
  await page.getByTestId('confirm-yes').click();
  await page.getByText('No program has a token for this bot.').waitFor();
  refusals(visitor, 404);
});

test('a bot is deleted after a question', async () => {
  const ann = await ApiPlayer.member(table.server, 'Deletes Bots');
  const page = await openAccount(await table.visitor({ player: ann }));
  await make(page, 'Goes');
  const secret = await secretOf(page, 'Goes');
  await make(page, 'Stays');
  await secretOf(page, 'Stays');
  await eventually(async () => assert.deepEqual((await page.getByTestId('bot').locator('h3').allInnerTexts()).toSorted(), ['Goes', 'Stays']));
  const remove = page.getByRole('button', { name: 'Delete “Goes”' });
  await remove.press('Enter');
  await page.getByTestId('confirm-no').click();
  assert.equal((await botsOf(ann)).length, 2);
  await remove.press('Enter');
  await page.getByTestId('confirm-yes').click();
  await said(page, 'The bot “Goes” is deleted.');
  assert.equal(await focused(page), 'bots-title');
  assert.deepEqual((await botsOf(ann)).map(({ name }) => name), ['Stays']);
  await assert.rejects(meBy(secret), (refusal) => refusal.status === 401);
  // The token that is shown belongs to the other one.
  assert.equal(await page.getByTestId('bot-secret').isVisible(), true);
});

test('the page of a bot leads to its owner', async () => {
  const ann = await ApiPlayer.member(table.server, `Owns ${'W'.repeat(27)}`);
  const { player: bot } = await ask(ann.token, 'POST', '/bots', { name: 'Is Owned' });
  for (const [device, options] of DEVICES) {
    const { page } = await table.visitor(options);
    await page.goto(`${table.server.url}/players/${bot.id}`);
    await page.getByTestId('owner').getByText(`Belongs to ${ann.player.name}`).waitFor();
    await isFit(page, `player-bot-${device}`);
    await page.getByTestId('owner').click();
    await page.waitForURL(`**/players/${ann.player.id}`);
    await page.getByTestId('player-about').getByText('Member since').waitFor();
    assert.equal(await page.getByTestId('owner').isVisible(), false);
  }
});

test("bots are a member's alone, and a member has ten", async () => {
  const guest = await openAccount(await table.visitor({ player: await ApiPlayer.guest(table.server, 'Ann') }));
  assert.equal(await guest.locator('#bots-part').isVisible(), false);
  const ann = await ApiPlayer.member(table.server, 'Has Ten');
  for (let i = 0; i < 10; i += 1) await ask(ann.token, 'POST', '/bots', { name: `Of Ten ${i}` });
  const visitor = await table.visitor({ player: ann });
  const page = await openAccount(visitor);
  await page.getByTestId('bot').nth(9).waitFor();
  await make(page, 'Eleventh');
  await page.locator('#make-bot', { hasText: 'You can have 10 bots at most' }).waitFor();
  refusals(visitor, 409);
});

test('the part as it looks, and as it reads', async () => {
  for (const [device, options] of DEVICES) {
    const ann = await ApiPlayer.member(table.server, `Looks ${device}`);
    await ask(ann.token, 'POST', '/bots', { name: device.padEnd(32, 'W') });
    const page = await openAccount(await table.visitor({ ...options, player: ann }));
    await page.getByTestId('bot-tokens').click();
    await page.getByTestId('token').waitFor();
    await make(page, `Bot ${device}`);
    await page.getByTestId('bot').nth(1).waitFor();
    await page.getByTestId('token').waitFor();
    await page.getByTestId('bot-fold').click();
    await page.getByTestId('make-bot').click();
    await isFit(page, `account-bots-${device}`);
    await page.getByTestId('delete-bot').first().click();
    await page.getByTestId('confirm-yes').waitFor();
    await isAccessible(page, `${device}, asking`);
  }
});
