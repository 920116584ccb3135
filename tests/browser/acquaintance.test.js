// Following and blocking, on the page of a player.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, playMoves } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const listed = async ({ token }, list) => (await call(table.server, 'GET', `/api/v1/me/${list}`, { token })).players.map(({ id }) => id);
/** The button is there, and says this: before the lists have come it is hidden, and a key on it does nothing. */
async function isPressed(page, deed, pressed) {
  await page.getByTestId(deed).waitFor();
  await eventually(async () => assert.equal(await page.getByTestId(deed).getAttribute('aria-pressed'), String(pressed)));
}

test('a player is followed and blocked by keyboard, and neither any more', async () => {
  const ann = await ApiPlayer.member(table.server, 'Follows');
  const { player: { id } } = await ApiPlayer.guest(table.server, 'Is Followed');
  const { page } = await table.visitor({ player: ann });
  await page.goto(`${table.server.url}/players/${id}`);
  for (const [deed, list] of [['follow', 'follows'], ['block', 'blocks']]) {
    await isPressed(page, deed, false);
    await page.getByTestId(deed).press('Enter');
    await isPressed(page, deed, true);
    assert.deepEqual(await listed(ann, list), [id]);
    await page.reload();
    await isPressed(page, deed, true);
    await page.getByTestId(deed).press('Enter');
    await isPressed(page, deed, false);
    assert.deepEqual(await listed(ann, list), []);
  }
  await page.getByTestId('together').click();
  await page.waitForURL(`**/games?player=${ann.player.id}&opponent=${id}`);
});

/** A game of two players on a small board, which one of them gives up. */
async function resigned(black, white, loser, settings = {}) {
  const { id } = await black.createGame({ board: { width: 9, height: 9 }, color: 'black', ...settings });
  await white.join(id);
  await playMoves({ id, black, white }, ['C3', 'G7']);
  await loser.command(id, { type: 'resign' });
}

test('a page tells how the games of reader and player ended, from the side of the reader', async () => {
  const [ann, ben, cleo] = await Promise.all(['Ann', 'Ben', 'Cleo'].map((name) => ApiPlayer.guest(table.server, name)));
  for (const loser of [ben, ben, ann]) await resigned(ann, ben, loser);
  await resigned(ben, ann, ben);
  await resigned(ann, cleo, ann);
  await resigned(ann, ben, ann, { private: true });
  for (const [device, options] of DEVICES) {
    const { page } = await table.visitor({ ...options, player: ann });
    await page.goto(`${table.server.url}/players/${ben.player.id}`);
    await page.getByTestId('against').getByText('You won 3, lost 1').waitFor();
    await page.getByTestId('block').waitFor();
    await isFit(page, `player-against-${device}`);
  }
  const { page } = await table.visitor({ player: ben });
  await page.goto(`${table.server.url}/players/${ann.player.id}`);
  await page.getByTestId('against').getByText('You won 1, lost 3').waitFor();
  // Nothing is said where there was no game.
  await page.goto(`${table.server.url}/players/${cleo.player.id}`);
  await page.getByTestId('together').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal(await page.getByTestId('against').isVisible(), false);
});

test('nobody follows oneself, and a stranger is nobody who could', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Alone');
  for (const player of [ann, null]) {
    const { page } = await table.visitor({ player });
    await page.goto(`${table.server.url}/players/${ann.player.id}`);
    await page.getByTestId('player-about').getByText('Guest since').waitFor();
    assert.equal(await page.locator('#acquaintance').isVisible(), false);
  }
});

test('the buttons are fit for everybody', async () => {
  const ben = await ApiPlayer.guest(table.server, 'Ben');
  for (const [device, options] of DEVICES) {
    const { page } = await table.visitor({ ...options, player: await ApiPlayer.guest(table.server, 'Ann') });
    await page.goto(`${table.server.url}/players/${ben.player.id}`);
    await page.getByTestId('follow').click();
    await isPressed(page, 'follow', true);
    await page.getByTestId('block').waitFor();
    await isFit(page, `player-followed-${device}`);
  }
});

test('the account lists whom one follows and blocks, each with a way back', async () => {
  const ben = await ApiPlayer.member(table.server, 'W'.repeat(32));
  for (const [device, options] of DEVICES) {
    const ann = await ApiPlayer.guest(table.server, 'Ann');
    for (const deed of ['follow', 'block']) await call(table.server, 'PUT', `/api/v1/players/${ben.player.id}/${deed}`, { token: ann.token });
    const { page } = await table.visitor({ ...options, player: ann });
    await page.goto(`${table.server.url}/account`);
    await page.getByTestId('follows-player').waitFor();
    await page.getByTestId('blocks-player').waitFor();
    await isFit(page, `account-people-${device}`);
    await page.getByTestId('follows-end').press('Enter');
    await page.getByText('You no longer follow W').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), 'people-title');
    await page.getByTestId('blocks-end').click();
    await page.getByText('You no longer block W').waitFor();
    assert.deepEqual([await listed(ann, 'follows'), await listed(ann, 'blocks')], [[], []]);
  }
});
