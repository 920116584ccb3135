import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, PASSWORD, call } from './api-player.js';
import { DEVICES, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';
import { refusals } from './refusals.js';

const table = new Table();
afterEach(() => table.clear());

/** The page of the door, once it is known who stands there. */
async function open(visitor, address = '/sign-in') {
  await visitor.page.goto(`${table.server.url}${address}`);
  await visitor.page.locator('main.settled').waitFor();
  return visitor.page;
}

const focused = (page) => page.evaluate(() => document.activeElement.id);
const invalid = (page) => page.locator('[aria-invalid="true"]').evaluateAll((all) => all.map(({ id }) => id));
/** The browser itself tells of each refusal. */
const path = (page) => new URL(page.url()).pathname + new URL(page.url()).search;

test('a member signs in by keyboard, and goes on to where the address leads', async () => {
  await ApiPlayer.member(table.server, 'Keyboard Kei');
  const visitor = await table.visitor();
  const page = await open(visitor, '/sign-in?next=%2Fgames%3Fsize%3D9x9');
  await page.getByTestId('name').focus();
  await page.keyboard.type('keyboard kei');
  await page.keyboard.press('Tab');
  assert.equal(await focused(page), 'password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/games?size=9x9');
  await eventually(async () => assert.equal(await page.getByTestId('account-link').innerText(), 'Keyboard Kei'));
  assert.equal(await page.getByTestId('account-link').getAttribute('title'), 'Keyboard Kei, member');
  await page.getByTestId('account-link').click();
  await page.getByText('You are Keyboard Kei.').waitFor();
});

test('nobody is led to another server', async () => {
  await ApiPlayer.member(table.server, 'Led Astray');
  for (const next of ['//evil.example/x', '/\\evil.example', 'https://evil.example', '/\t/evil.example', 'javascript:alert(1)']) {
    const visitor = await table.visitor();
    const page = await open(visitor, `/sign-in?next=${encodeURIComponent(next)}`);
    await page.getByTestId('name').fill('Led Astray');
    await page.getByTestId('password').fill(PASSWORD);
    await page.getByTestId('send').click();
    await page.getByTestId('new-game-9').waitFor();
    assert.equal(page.url(), `${table.server.url}/`, next);
  }
});

test('what is wrong is said at its field, where the keyboard goes on', async () => {
  await ApiPlayer.member(table.server, 'Wrong Word');
  const visitor = await table.visitor();
  const page = await open(visitor);
  await page.getByTestId('send').press('Enter');
  assert.deepEqual([await invalid(page), await focused(page)], [['name', 'password'], 'name']);
  await page.getByTestId('name').fill('Wrong Word');
  await page.getByTestId('password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByText('The name or the password is wrong.').waitFor();
  assert.deepEqual([await invalid(page), await focused(page)], [['password'], 'password']);
  assert.equal(await page.locator('#password-problem').getAttribute('role'), 'alert');
  refusals(visitor, 401);
  await page.getByTestId('password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('new-game-9').waitFor();
});

test('a password is shown while one wishes to see it', async () => {
  const visitor = await table.visitor();
  const page = await open(visitor);
  const [field, button] = [page.getByTestId('password'), page.getByRole('button', { name: 'Show the password' })];
  await field.fill('seen');
  await button.press('Space');
  assert.deepEqual([await field.getAttribute('type'), await button.getAttribute('aria-pressed')], ['text', 'true']);
  await button.press('Space');
  assert.deepEqual([await field.getAttribute('type'), await button.getAttribute('aria-pressed')], ['password', 'false']);
  assert.equal(await field.inputValue(), 'seen');
  // Keepers of passwords find what they look for.
  assert.deepEqual(await page.locator('#sign-in input').evaluateAll((all) => all.map(({ autocomplete }) => autocomplete)), ['username', 'current-password', 'one-time-code']);
});

test('an account may ask for a code as well', async () => {
  const visitor = await table.visitor();
  const asked = [];
  await visitor.context.route('**/api/v1/sessions', async (route) => {
    const wish = route.request().postDataJSON();
    asked.push(wish);
    if (wish.code === '123456') await route.fulfill({ status: 201, json: { player: { id: 'x', name: 'Code', guest: false, kind: 'member', created_at: 0 }, token: 'x' } });
    else await route.fulfill({ status: 401, contentType: 'application/problem+json', body: JSON.stringify({ code: 'code_needed', params: {}, status: 401 }) });
  });
  await visitor.context.route('**/api/v1/me', (route) => route.fulfill({ json: { player: { id: 'x', name: 'Code', guest: false, kind: 'member', created_at: 0 } } }));
  const page = await open(visitor, '/sign-in?next=/learn');
  assert.equal(await page.getByTestId('code').isVisible(), false);
  await page.getByTestId('name').fill('Code');
  await page.getByTestId('password').fill('some words in a row');
  await page.keyboard.press('Enter');
  await page.getByTestId('code').waitFor();
  await eventually(async () => assert.equal(await focused(page), 'code'));
  assert.deepEqual([await invalid(page), asked[0]], [[], { name: 'Code', password: 'some words in a row' }]);
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await page.getByText('This account also needs a code.').waitFor();
  assert.deepEqual(await invalid(page), ['code']);
  await page.getByTestId('code').fill(' 123456 ');
  await page.keyboard.press('Enter');
  await eventually(async () => assert.equal(path(page), '/learn'));
  assert.equal(asked.at(-1).code, '123456');
  refusals(visitor, 401, 401);
});

test('whoever is signed in goes on, or signs in as somebody else', async () => {
  const [ann, other] = [await ApiPlayer.member(table.server, 'Signed In'), await ApiPlayer.member(table.server, 'Somebody Else')];
  const page = await open(await table.visitor({ player: ann }), '/sign-in?next=%2Fgames');
  await page.getByText("You're signed in as Signed In.").waitFor();
  assert.equal(await page.getByTestId('to-register').isVisible(), false);
  await page.getByTestId('name').fill(other.player.name);
  await page.getByTestId('password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/games');
  await page.goto(`${table.server.url}/sign-in`);
  await page.getByText("You're signed in as Somebody Else.").waitFor();
  await page.getByTestId('go-on').click();
  await page.getByTestId('new-game-9').waitFor();
});

test('a guest is told who stays behind, and how not', async () => {
  const guest = await ApiPlayer.guest(table.server, 'Passing By');
  const page = await open(await table.visitor({ player: guest }), '/sign-in?next=/games');
  await page.getByText(`You're ${guest.player.name} now, without an account.`).waitFor();
  await page.getByTestId('keep').click();
  await page.waitForURL('**/register?next=%2Fgames');
  await page.locator('main.settled').waitFor();
  assert.match(await page.getByTestId('lead').innerText(), /Your games stay yours/);
  await page.getByTestId('to-sign-in').click();
  await page.waitForURL('**/sign-in?next=%2Fgames');
});

test('every page has a way in, and to the account', async () => {
  const visitor = await table.visitor();
  await visitor.page.goto(`${table.server.url}/games?size=9x9`);
  const link = visitor.page.getByTestId('account-link');
  await eventually(async () => assert.equal(await link.innerText(), 'Sign in'));
  await link.click();
  await visitor.page.locator('main.settled').waitFor();
  assert.equal(path(visitor.page), '/sign-in?next=%2Fgames%3Fsize%3D9x9');
  const guest = await ApiPlayer.guest(table.server, 'Bar');
  const { page } = await table.visitor({ ...PHONE, player: guest });
  await page.goto(`${table.server.url}/learn`);
  await eventually(async () => assert.equal(await page.getByTestId('account-link').getAttribute('title'), 'Sign in'));
  await page.getByTestId('settings').click();
  // The settings may be open before the server has said who is here.
  await eventually(async () => assert.equal(await page.getByTestId('settings-who').innerText(), `${guest.player.name}, guest`));
  await page.getByTestId('account-way').click();
  await page.getByText(`You are ${guest.player.name}.`).waitFor();
});

test('settings that were open before the server says who is here tell it then', async () => {
  const guest = await ApiPlayer.guest(table.server, 'Late Known');
  const { page, context } = await table.visitor({ player: guest });
  let letIn = null;
  const opened = new Promise((resolve) => { letIn = resolve; });
  // Neither way by which a page hears who is here answers yet.
  await context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
    socket.connectToServer().onMessage((text) => opened.then(() => socket.send(text)));
  });
  await context.route('**/api/v1/me', async (route) => {
    await opened;
    await route.continue();
  });
  await page.goto(`${table.server.url}/learn`);
  await page.getByTestId('settings').click();
  await page.getByTestId('settings-who').getByText('You are not signed in.').waitFor();
  await page.getByTestId('tokens-link').focus();
  letIn();
  await page.getByTestId('settings-who').getByText('Late Known, guest').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'tokens-link');
  assert.equal(await page.getByTestId('account-way').isVisible(), true);
});

test('the page as it looks, and as it reads', async () => {
  const [member, guest] = [await ApiPlayer.member(table.server, 'W'.repeat(32)), await ApiPlayer.guest(table.server, 'W'.repeat(32))];
  for (const [device, options] of DEVICES) {
    for (const [name, player] of [['visitor', null], ['guest', guest], ['member', member]]) {
      const visitor = await table.visitor({ ...options, player });
      const page = await open(visitor);
      await isFit(page, `sign-in-${name}-${device}`);
      if (player) continue;
      await page.getByTestId('send').click();
      await isFit(page, `sign-in-refused-${device}`);
    }
  }
});

test('a guest who signs in leaves the guest behind', async () => {
  await ApiPlayer.member(table.server, 'Comes Back');
  const guest = await ApiPlayer.guest(table.server, 'Left Behind');
  const page = await open(await table.visitor({ player: guest }));
  await page.getByTestId('name').fill('Comes Back');
  await page.getByTestId('password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByTestId('player-name').getByText('Comes Back').waitFor();
  // A member's name is changed elsewhere: another guest would be another player.
  assert.equal(await page.getByRole('button', { name: 'Change name' }).count(), 0);
  await page.getByTestId('own-account').click();
  await page.getByText('You are Comes Back.').waitFor();
  assert.equal((await call(table.server, 'GET', '/api/v1/me', { token: guest.token })).player.name, guest.player.name);
});
