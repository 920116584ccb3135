import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, playMoves, snapshot, startGame } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage, withoutNumbers } from './game-page.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 }, clock: { system: 'absolute', main: 600_000 } };

const table = new Table();
afterEach(() => table.clear());

/** A game that Black has resigned, with both players at their pages. */
async function resigned() {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5', 'C3']);
  const open = async (player) => GamePage.open(await table.visitor({ player }), game.id);
  const pages = { ann: await open(game.black), ben: await open(game.white) };
  await game.black.command(game.id, { type: 'resign' });
  for (const page of Object.values(pages)) await page.says('result', /W\+R/);
  return { game, ...pages };
}

const arrived = async (page, old) => {
  await page.page.waitForURL((address) => !address.pathname.endsWith(old));
  return GamePage.arrived(page.visitor);
};

test('a rematch is one click each, colours swapped, with the same clock', async () => {
  const { game, ann, ben } = await resigned();
  await ann.part('rematch').click();
  const anns = await arrived(ann, game.id);
  await anns.says('status', 'This game is waiting for Ben.');
  await ben.says('offer-rematch', /Ann offers a rematch, colours swapped\./);
  await ben.part('rematch').click();
  const bens = await arrived(ben, game.id);
  await bens.myTurn();
  await bens.click('E5');
  await anns.shows('E5', 'black');
  const { players, settings } = await snapshot(table.server, anns.id);
  assert.equal(withoutNumbers(players.black.name), 'Ben');
  assert.equal(withoutNumbers(players.white.name), 'Ann');
  assert.deepEqual(settings.clock, BOARD.clock);
});

test('a rematch has one place on the page, also if the page hears of it only after the offer', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5', 'C3']);
  const visitor = await table.visitor({ player: game.white });
  const line = { isHeld: true, held: [] };
  await visitor.context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
    socket.connectToServer().onMessage((text) => {
      if (line.isHeld && JSON.parse(text).type === 'rematch') line.held.push(() => socket.send(text));
      else socket.send(text);
    });
  });
  const ben = await GamePage.open(visitor, game.id);
  await game.black.command(game.id, { type: 'resign' });
  await ben.says('result', /W\+R/);
  const { id } = await call(table.server, 'POST', `/api/v1/games/${game.id}/rematch`, { token: game.black.token, body: {} });
  await ben.part('offer-notice').waitFor();
  assert.equal(await ben.part('offer-notice').getAttribute('data-game'), id);
  line.isHeld = false;
  for (const send of line.held) send();
  await ben.says('offer-rematch', /Ann offers a rematch/);
  await ben.part('offer-notice').waitFor({ state: 'detached' });
  const shown = await ben.page.getByText('Rematch', { exact: true }).evaluateAll((all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).length);
  assert.equal(shown, 0, 'the button that would offer it gives way');
  await ben.part('offer-rematch').getByTestId('rematch').click();
  await arrived(ben, game.id);
});

test('a rematch may be declined, and who offered is told', async () => {
  const { game, ann, ben } = await resigned();
  await ann.part('rematch').click();
  const anns = await arrived(ann, game.id);
  await ben.part('rematch_decline').click();
  await ben.part('offer-rematch').waitFor({ state: 'detached' });
  await anns.says('status', 'Ben declined.');
});

test('a rematch may be withdrawn, and then offered by the other', async () => {
  const { game, ann, ben } = await resigned();
  await ann.part('rematch').click();
  const anns = await arrived(ann, game.id);
  await ben.part('offer-rematch').waitFor();
  await anns.page.locator('game-notice').getByTestId('abort').click();
  await anns.part('confirm-yes').click();
  await ben.part('offer-rematch').waitFor({ state: 'detached' });
  await ben.part('rematch').click();
  await arrived(ben, game.id);
});

test('a seat that is kept for somebody offers Accept and Decline to them alone', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const ben = await ApiPlayer.guest(table.server, 'Ben');
  const invite = async () => (await ann.createGame({ ...BOARD, color: 'black', opponent: ben.player.id })).id;

  const id = await invite();
  const stranger = await GamePage.open(await table.visitor(), id);
  await stranger.says('status', 'This seat is reserved for Ben.');
  assert.equal(await stranger.part('join').count(), 0);
  const invited = await GamePage.open(await table.visitor({ player: ben }), id);
  await invited.says('status', 'Ann invites you to this game.');
  await invited.part('join').click();
  await invited.says('turn', /Black to move: Ann/);

  const other = await invite();
  const declining = await GamePage.open(await table.visitor({ player: ben }), other);
  await declining.part('decline').click();
  await declining.says('turn', 'Game over');
  await declining.says('status', 'Ben declined.');
});

test('a guest who comes by a link chooses a name before joining', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const { id } = await ann.createGame({ ...BOARD, color: 'black' });
  const visitor = await table.visitor();
  const page = await GamePage.open(visitor, id);
  await page.part('name').fill('Dora');
  await page.part('join').click();
  await page.says('player-white', /Dora/);
  await eventually(async () => assert.equal((await snapshot(table.server, id)).players.white.name, 'Dora'));
});
