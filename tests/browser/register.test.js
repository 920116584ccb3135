import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DEVICES, launchBrowser, Visitor } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { RunningServer } from './running-server.js';
import { Table } from './table.js';
import { refusals } from './refusals.js';

const NOTICE = 'The server of a small club.\nEverybody is welcome.\n';
const TERMS = `Be kind.\n${'Play yourself, without the help of a program. '.repeat(40)}\n`;

const folder = mkdtempSync(join(tmpdir(), 'tengen-words-'));
const written = (name, text) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const table = new Table({ options: ['--notice-file', written('notice.txt', NOTICE), '--terms-file', written('terms.txt', TERMS)] });
afterEach(() => table.clear());

async function open(visitor, address = '/register') {
  await visitor.page.goto(`${visitor.server.url}${address}`);
  await visitor.page.locator('main.settled').waitFor();
  return visitor.page;
}

async function fill(page, name, password = PASSWORD) {
  await page.getByTestId('name').fill(name);
  await page.getByTestId('password').fill(password);
  await page.getByTestId('terms').check();
}

const focused = (page) => page.evaluate(() => document.activeElement.id);

test('a guest registers by keyboard, and stays the same player with the same games', async () => {
  const guest = await ApiPlayer.guest(table.server, 'Ann the Guest');
  const { id } = await guest.createGame({ board: { width: 9, height: 9 } });
  const page = await open(await table.visitor({ player: guest }));
  assert.match(await page.getByTestId('lead').innerText(), /^You're Ann the Guest now\. Your games stay yours/);
  assert.equal(await page.getByTestId('notice').innerText(), NOTICE);
  assert.equal(await page.getByTestId('name').inputValue(), 'Ann the Guest');
  await page.getByTestId('name').fill('Ann of Kyoto');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  // Past the button that shows the password, and through the terms, which the keyboard can scroll.
  for (const part of ['terms-text', 'terms']) {
    await page.keyboard.press('Tab');
    if (part === 'terms-text') await page.keyboard.press('Tab');
    assert.equal(await focused(page), part);
  }
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/account');
  await page.getByText('You are Ann of Kyoto.').waitFor();
  await page.getByText('Member since').waitFor();
  const { player } = await call(table.server, 'GET', '/api/v1/me', { token: guest.token });
  assert.deepEqual([player.id, player.kind, player.name], [guest.player.id, 'member', 'Ann of Kyoto']);
  await page.goto(`${table.server.url}/games/${id}`);
  await page.getByTestId('player-black').getByText('Ann of Kyoto').or(page.getByTestId('player-white').getByText('Ann of Kyoto')).first().waitFor();
});

test('a visitor registers, and goes on to where the address leads', async () => {
  const page = await open(await table.visitor(), '/register?next=/games');
  assert.match(await page.getByTestId('lead').innerText(), /^With an account/);
  await fill(page, 'From Nowhere');
  await page.getByTestId('send').click();
  await page.waitForURL('**/games');
});

test('what is refused is said at its field', async () => {
  await ApiPlayer.member(table.server, 'Taken', { terms: (await call(table.server, 'GET', '/api/v1/door')).terms.version });
  const visitor = await table.visitor();
  const page = await open(visitor);
  await page.getByTestId('send').click();
  assert.equal(await focused(page), 'name');
  assert.equal(await page.locator('[aria-invalid="true"]').count(), 2);
  await page.getByTestId('name').fill('taken');
  await page.getByTestId('password').fill(PASSWORD);
  await page.getByTestId('send').click();
  await page.locator('#terms-problem', { hasText: 'Agree to the terms' }).waitFor();
  assert.equal(await focused(page), 'terms');
  await page.getByTestId('terms').check();
  assert.equal(await page.locator('#terms-problem').isVisible(), false);
  for (const [name, password, field, text] of [
    ['taken', PASSWORD, 'name', 'Another member has this name'],
    ['Administrator', PASSWORD, 'name', 'This name is reserved for the server'],
    ['\u{410}nn', PASSWORD, 'name', 'This name mixes look-alike letters'],
    ['Free Name', 'short', 'password', 'A password needs at least 10 characters.'],
    ['Free Name', 'password123', 'password', 'This password is easy to guess.'],
  ]) {
    await fill(page, name, password);
    await page.getByTestId('password').press('Enter');
    await page.locator(`#${field}-problem`, { hasText: text }).waitFor();
    assert.equal(await focused(page), field);
    assert.equal(await page.locator('[aria-invalid="true"]').count(), 1);
  }
  refusals(visitor, 409, 422, 422, 422, 422);
});

test('whoever has an account has one already', async () => {
  const terms = (await call(table.server, 'GET', '/api/v1/door')).terms.version;
  const page = await open(await table.visitor({ player: await ApiPlayer.member(table.server, 'Twice', { terms }) }));
  await page.getByText("You're Twice, and you have an account.").waitFor();
  assert.equal(await page.getByTestId('send').isVisible(), false);
});

/** For this visitor the server asks for a toll of so many bits first; answers the wishes that it gets. */
async function asksForToll(visitor, bits) {
  const asked = [];
  await visitor.context.route('**/api/v1/accounts', async (route) => {
    const wish = route.request().postDataJSON();
    asked.push(wish);
    if (wish.toll) await route.continue({ postData: { ...wish, toll: undefined } });
    else await route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify({ code: 'toll_needed', status: 403, params: { challenge: 'c'.repeat(76), bits } }) });
  });
  return asked;
}

test('where very many register, the browser works for it beside the page', async () => {
  const visitor = await table.visitor();
  const asked = await asksForToll(visitor, 12);
  const page = await open(visitor);
  await fill(page, 'Hard Worker');
  await page.getByTestId('send').click();
  await page.waitForURL('**/account');
  const { challenge, answer } = asked.at(-1).toll;
  const hash = createHash('sha256').update(`${challenge}:${answer}`).digest();
  assert.equal((hash[0] << 4) | (hash[1] >> 4), 0);
  refusals(visitor, 403);
});

test('the work can be stopped', async () => {
  const visitor = await table.visitor();
  const asked = await asksForToll(visitor, 60);
  const page = await open(visitor);
  await fill(page, 'Impatient');
  await page.getByTestId('send').click();
  await page.getByTestId('work').getByText('your browser solves a task first').waitFor();
  assert.equal(await focused(page), 'stop');
  await page.keyboard.press('Enter');
  await page.getByText('Stopped. No account was created.').waitFor();
  assert.equal(await page.getByTestId('work').isVisible(), false);
  await eventually(() => assert.equal(page.workers().length, 0));
  assert.equal(asked.length, 1);
  refusals(visitor, 403);
});

test('the page as it looks, and as it reads', async () => {
  const guest = await ApiPlayer.guest(table.server, 'W'.repeat(32));
  for (const [device, options] of DEVICES) {
    for (const [name, player] of [['visitor', null], ['guest', guest]]) {
      const page = await open(await table.visitor({ ...options, player }));
      await isFit(page, `register-${name}-${device}`);
      await page.getByTestId('send').click();
      await isFit(page, `register-refused-${name}-${device}`);
    }
    const visitor = await table.visitor(options);
    await asksForToll(visitor, 60);
    const page = await open(visitor);
    await fill(page, 'Looks');
    await page.getByTestId('send').click();
    await page.getByTestId('work').waitFor();
    await isFit(page, `register-work-${device}`);
    refusals(visitor, 403);
  }
});

for (const [mode, text] of [['closed', 'Registration is closed'], ['invited', 'You need an invitation to register here']]) {
  test(`a server whose registration is ${mode} says so`, async (t) => {
    const server = await RunningServer.start({ options: ['--registration', mode] });
    const browser = await launchBrowser();
    t.after(async () => {
      await browser.close();
      await server.remove();
    });
    for (const [device, options] of DEVICES) {
      const visitor = await Visitor.arrive(browser, server, options);
      const page = await open(visitor);
      await page.getByTestId('closed').getByText(text).waitFor();
      assert.equal(await page.getByTestId('send').isVisible(), false);
      await isFit(page, `register-${mode}-${device}`);
      await open(visitor, '/sign-in');
      assert.equal(await page.getByTestId('to-register').isVisible(), false);
      assert.deepEqual(visitor.complaints, []);
      // A used up invitation is none.
      if (mode === 'invited') {
        await page.goto(`${server.url}/register#not-an-invitation`);
        await page.getByText('This invitation is used up').waitFor();
        assert.equal(new URL(page.url()).hash, '');
        refusals(visitor, 404);
      }
      await visitor.leave();
    }
  });
}
