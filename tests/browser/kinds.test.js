// Beside every name stands what somebody is who is no member: as a sign, and in a word for readers who hear the page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, playMoves } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { FULL, bringRecord } from './record-page.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { isAccessible } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const NINE = { board: { width: 9, height: 9 } };
let staged = null;

/** A member and a guest, with a game of each kind of list. */
function stage() {
  staged ??= (async () => {
    const [member, guest] = [await ApiPlayer.member(table.server, 'Member May'), await ApiPlayer.guest(table.server, 'Guest Gil')];
    const games = {};
    for (const kind of ['live', 'finished']) {
      const { id } = await member.createGame({ ...NINE, color: 'black' });
      await guest.join(id);
      await playMoves({ id, black: member, white: guest }, ['E5', 'C3']);
      games[kind] = id;
    }
    await guest.command(games.finished, { type: 'resign' });
    const [open, offered] = [await guest.createGame(NINE), await guest.createGame({ ...NINE, opponent: member.player.id })];
    return { member, guest, ...games, open: open.id, offered: offered.id };
  })();
  return staged;
}

const wordsOf = (part) => part.getByTestId('kind').evaluateAll((all) => all.map((kind) => [kind.textContent, kind.title]));
const GUEST = [['guest', 'guest']];

for (const [device, options] of DEVICES) {
  test(`lists tell guests from members, on a ${device}`, async () => {
    const { member, live, finished, open, offered } = await stage();
    const home = await HomePage.open(await table.visitor(options));
    for (const [kind, id] of [['live-game', live], ['finished-game', finished], ['open-game', open]]) {
      await home.card(kind, id).waitFor();
      assert.deepEqual(await wordsOf(home.card(kind, id)), GUEST, kind);
    }
    const own = await HomePage.open(await table.visitor({ ...options, player: member }));
    for (const [kind, id] of [['your-game', live], ['offered-game', offered]]) {
      await own.card(kind, id).waitFor();
      assert.deepEqual(await wordsOf(own.card(kind, id)), GUEST, kind);
    }
    await own.page.goto(`${table.server.url}/games`);
    const row = own.page.locator(`[data-testid="row"][data-game="${finished}"]`);
    await row.waitFor();
    assert.deepEqual(await wordsOf(row), GUEST);
    await isAccessible(own.page, `games, ${device}`);
    await own.page.goto(`${table.server.url}/watch?games=${live},${finished}`);
    await eventually(async () => assert.equal(await own.page.getByTestId('kind').count(), 2));
  });

  test(`the cards of a game, and the sheet of a player, tell it, on a ${device}`, async () => {
    const { member, guest, live } = await stage();
    const game = await GamePage.open(await table.visitor({ ...options, player: member }), live);
    await game.says('player-white', /Guest Gil/);
    assert.deepEqual(await wordsOf(game.part('player-white')), GUEST);
    assert.deepEqual(await wordsOf(game.part('player-black')), []);
    await game.part('player-white').getByTestId('about-player').click();
    await game.page.getByTestId('player-kind').getByText('guest').waitFor();
    await isAccessible(game.page, `sheet of a guest, ${device}`);
    const other = await GamePage.open(await table.visitor({ ...options, player: guest }), live);
    await other.part('player-black').getByTestId('about-player').click();
    await other.page.getByTestId('player-kind').getByText('member').waitFor();
  });
}

test('the computer is told in the same way, and so is whoever brought a record', async () => {
  const { guest } = await stage();
  const [{ player }] = (await call(table.server, 'GET', '/api/v1/house')).players;
  const { id } = await guest.createGame({ board: { width: 7, height: 7 }, color: 'black', opponent: player.id });
  const game = await GamePage.open(await table.visitor({ player: guest }), id);
  await eventually(async () => assert.deepEqual(await wordsOf(game.part('player-white')), [['computer', 'computer']]));
  const [record] = await bringRecord(table.server, guest, FULL);
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/records/${record.id}`);
  await page.getByTestId('info').locator('summary').click();
  await page.getByTestId('record-owner').waitFor();
  assert.deepEqual(await wordsOf(page.getByTestId('info')), GUEST);
});

test('whoever deleted the account has no name of any language', async () => {
  const { guest, finished } = await stage();
  const visitor = await table.visitor({ locale: 'ja' });
  await visitor.context.route('**/api/v1/games?*', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(`"${guest.player.name}","guest":true,"kind":"guest"`, '"Deleted player","guest":false,"kind":"deleted"');
    await route.fulfill({ response: answer, body: text });
  });
  await visitor.page.goto(`${table.server.url}/games?phase=finished`);
  const row = visitor.page.locator(`[data-testid="row"][data-game="${finished}"]`);
  await row.getByTestId('row-white').getByText('削除されたプレイヤー').waitFor();
  assert.deepEqual(await wordsOf(row), []);
});
