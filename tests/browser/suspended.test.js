import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, playMoves } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';
import { isFit } from './inspection.js';
import { actingOwner } from './owner.js';

const DAY = 86_400_000;

const table = new Table();
afterEach(() => table.clear());

const notice = (page) => page.getByTestId('sanction-notice');

test('a player is suspended in the middle of a move, hears why, and answers; then the game goes on', async () => {
  const staff = await actingOwner(table.server, 'Olga Order');
  const white = await ApiPlayer.guest(table.server, 'Ben');
  const black = await ApiPlayer.member(table.server, 'Carl Careless');
  const { id } = await black.createGame({ board: { width: 9, height: 9 }, color: 'black', clock: { system: 'absolute', main: 1_800_000 } });
  await white.join(id);
  await playMoves({ id, black, white }, ['E5', 'C3']);
  const seat = await GamePage.open(await table.visitor({ player: black }), id);
  const opposite = await GamePage.open(await table.visitor({ player: white }), id);
  await seat.myTurn();
  await staff.act(`players/${black.player.id}`, { act: 'suspend', ground: 'stalling', until: Date.now() + DAY, words: 'Five games were left this week.' });
  await notice(seat.page).getByText("You can't play here until").waitFor();
  assert.match(await notice(seat.page).innerText(), /The reason: stalling, or leaving games\.\s+Five games were left this week\./);
  assert.equal(await notice(seat.page).getByRole('status').count(), 1);
  // The stone on its way is refused, and the board stays as it was.
  await eventually(async () => assert.equal(await seat.part('connection').getAttribute('data-state'), 'online'));
  await seat.point('G7').click();
  await eventually(async () => assert.match(await seat.page.locator('body').innerText(), /You can't play here at the moment\./));
  assert.deepEqual([await seat.stone('G7'), await opposite.stone('G7')], ['empty', 'empty']);
  // The opponent sees somebody who is away, and not why.
  await eventually(async () => assert.equal(await opposite.part('presence-black').getAttribute('data-state'), 'offline'));
  assert.equal(await notice(opposite.page).count(), 0);
  // It stands on other pages as well, and is answered by keyboard.
  await seat.page.goto(`${table.server.url}/`);
  await notice(seat.page).getByTestId('sanction-answer').focus();
  await seat.page.keyboard.press('Enter');
  await seat.page.keyboard.type('My power was out.');
  await seat.page.keyboard.press('Tab');
  await seat.page.keyboard.press('Tab');
  await seat.page.keyboard.press('Enter');
  await seat.page.getByTestId('sanction-sent').waitFor();
  const { cases } = await call(table.server, 'GET', '/api/v1/staff/cases', { token: staff.token });
  const { reports } = await call(table.server, 'GET', `/api/v1/staff/cases/${cases[0].id}`, { token: staff.token });
  assert.equal(reports[0].words, 'My power was out.');
  // The game is where it was, and goes on when the staff lets it.
  await GamePage.open(seat.visitor, id);
  await staff.act(`players/${black.player.id}`, { act: 'lift' });
  await notice(seat.page).waitFor({ state: 'detached' });
  await seat.click('G7');
  await opposite.shows('G7', 'black');
  seat.visitor.complaints = seat.visitor.complaints.filter((text) => !/403/.test(text));
});

test('a warning stands above each page until it is read', async () => {
  const staff = await actingOwner(table.server, 'Olga Warner');
  const dora = await ApiPlayer.member(table.server, 'Dora Warned');
  await staff.act(`players/${dora.player.id}`, { act: 'warn', ground: 'abuse', words: 'Be kind to beginners.' });
  const visitor = await table.visitor({ player: dora, ...PHONE });
  for (const path of ['/', '/account', '/games', '/learn']) {
    await visitor.page.goto(`${table.server.url}${path}`);
    await notice(visitor.page).getByText('A warning from the staff of this server.').waitFor();
    await notice(visitor.page).getByText('Be kind to beginners.').waitFor();
  }
  await isFit(visitor.page, 'warned-phone');
  await notice(visitor.page).getByTestId('sanction-read').click();
  await notice(visitor.page).waitFor({ state: 'detached' });
  await visitor.page.reload();
  await eventually(async () => assert.equal(await visitor.page.getByTestId('account-link').getAttribute('href'), '/account'));
  const { sanctions } = await call(table.server, 'GET', '/api/v1/me/sanctions', { token: dora.token });
  assert.equal(typeof sanctions[0].read_at, 'number');
  assert.equal(await notice(visitor.page).count(), 0);
});

test('words of the staff are words, whatever they look like', async () => {
  const staff = await actingOwner(table.server, 'Olga Escaper');
  const eve = await ApiPlayer.member(table.server, 'Eve Escaped');
  await staff.act(`players/${eve.player.id}`, { act: 'ban', ground: 'content', words: '<img src=x onerror=alert(1)>\n<b>bold</b>' });
  const visitor = await table.visitor({ player: eve });
  await visitor.page.goto(`${table.server.url}/`);
  await notice(visitor.page).getByText("You can't play here any more.").waitFor();
  assert.equal(await notice(visitor.page).locator('blockquote').innerText(), '<img src=x onerror=alert(1)>\n<b>bold</b>');
  assert.equal(await notice(visitor.page).locator('img, b').count(), 0);
});
