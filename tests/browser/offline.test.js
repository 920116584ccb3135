import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, snapshot, startGame } from './api-player.js';
import { launchBrowser, Visitor } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { PostgresCluster } from './postgres-cluster.js';
import { RunningServer } from './running-server.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 } };

const table = new Table();
afterEach(() => table.clear());

async function atBoard(moves = ['E5', 'C3']) {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, moves);
  const page = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  page.visitor.serverMayBeAway = true;
  return { game, page };
}

/** The page has its board without the socket; a move is sent when all that came since is there. */
const subscribed = (line) => hears(line, 'subscribed');

const hears = (line, type) => eventually(async () => assert.ok(line.heard.some((text) => JSON.parse(text).type === type)));

const vertices = async ({ id }) => (await snapshot(table.server, id)).moves.map(({ at }) => at);

test('a move without a network waits, says so, and is sent once when it is back', async () => {
  const { game, page } = await atBoard();
  await page.myTurn();
  await page.visitor.cutNetwork();
  await page.offline();
  await page.click('G7');
  await page.says('offer-held', /No connection\. Your move G7 is kept, and sent when the connection is back, unless the game has changed by then\./);
  assert.equal(await page.part('board').locator('.pending').count(), 1);
  for (const button of ['resign', 'undo', 'pass']) assert.equal(await page.part(button).isDisabled(), true, button);
  assert.deepEqual(await vertices(game), ['E5', 'C3']);
  await page.visitor.mendNetwork();
  await page.online();
  await page.shows('G7', 'black');
  await page.part('offer-held').waitFor({ state: 'detached' });
  assert.deepEqual(await vertices(game), ['E5', 'C3', 'G7']);
});

test('a network that is gone is told at once', async () => {
  const { page } = await atBoard();
  await page.myTurn();
  // The next picture shows it: no answer that is missed could say so that soon.
  await page.page.evaluate(() => {
    addEventListener('offline', () => requestAnimationFrame(() => requestAnimationFrame(() => {
      globalThis.seen = document.querySelector('[data-testid="connection"]').dataset.state;
    })));
  });
  await page.visitor.cutNetwork();
  await eventually(async () => assert.equal(await page.page.evaluate(() => globalThis.seen), 'offline'));
  await page.says('status', /^No connection\./);
  await page.tells(/No connection\./);
  await page.visitor.mendNetwork();
  await page.online();
  await page.tells(/Connected$/);
});

test('what waits may be given up', async () => {
  const { game, page } = await atBoard();
  await page.myTurn();
  await page.visitor.cutNetwork();
  await page.offline();
  await page.click('G7');
  await page.part('withdraw').click();
  await page.part('offer-held').waitFor({ state: 'detached' });
  await page.visitor.mendNetwork();
  await page.online();
  await page.click('G3');
  await page.shows('G3', 'black');
  assert.deepEqual(await vertices(game), ['E5', 'C3', 'G3']);
});

test('it is not sent if the game moved on, and the page says so', async () => {
  const { game, page } = await atBoard();
  await page.myTurn();
  await page.visitor.cutNetwork();
  await page.offline();
  await page.click('G7');
  // The same player plays elsewhere, from another device.
  await game.black.play(game.id, 'C7');
  await page.visitor.mendNetwork();
  await page.shows('C7', 'black');
  await page.says('status', "Your move G7 wasn't sent: the game had moved on.");
  await page.shows('G7', 'empty');
  assert.deepEqual(await vertices(game), ['E5', 'C3', 'C7']);
});

test('a move whose answer was lost counts once', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5', 'C3']);
  const visitor = await table.visitor({ player: game.black });
  const line = await visitor.tapSockets();
  const page = await GamePage.open(visitor, game.id);
  await page.myTurn();
  await subscribed(line);
  line.deaf = true;
  await page.click('G7');
  await eventually(async () => assert.deepEqual(await vertices(game), ['E5', 'C3', 'G7']));
  assert.equal(await page.stone('G7'), 'empty');
  line.refusing = true;
  await line.drop();
  await page.says('offer-held', "The connection broke. Your move G7 was on its way: it's sent again, and counts only once.");
  Object.assign(line, { deaf: false, refusing: false });
  await page.online();
  await page.shows('G7', 'black');
  await page.part('offer-held').waitFor({ state: 'detached' });
  assert.deepEqual(await vertices(game), ['E5', 'C3', 'G7']);
});

test('two devices of one player stay in step', async () => {
  const { game, page } = await atBoard();
  const phone = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  await phone.click('G7');
  await page.shows('G7', 'black');
  await page.part('undo').click();
  await phone.part('undo_withdraw').click();
  await page.part('offer-undo').waitFor({ state: 'detached' });
});

/** A page of a game, with a database that can be stopped. The page has heard only the beginning of the game. */
async function beforeDatabase(t) {
  const cluster = await PostgresCluster.start();
  const server = await RunningServer.start({ databaseUrl: cluster.url });
  const browser = await launchBrowser();
  t.after(async () => {
    await browser.close();
    await server.remove();
    await cluster.remove();
  });
  const game = await startGame(server, BOARD);
  await playMoves(game, ['E5', 'C3']);
  const visitor = await Visitor.arrive(browser, server);
  await visitor.become(game.black);
  visitor.serverMayBeAway = true;
  const line = await visitor.tapSockets();
  line.dumb = true;
  const page = await GamePage.open(visitor, game.id);
  await page.myTurn();
  await hears(line, 'hello');
  return { cluster, server, game, page, line };
}

async function isMadeInTheEnd({ cluster, server, game, page }) {
  cluster.restart();
  await page.part('offer-held').waitFor({ state: 'detached', timeout: 60_000 });
  await page.shows('G7', 'black');
  await eventually(async () => assert.deepEqual((await snapshot(server, game.id)).moves.map(({ at }) => at), ['E5', 'C3', 'G7']));
}

const SAID = "The server has a problem. Your move G7 isn't saved yet. Trying again…";

test('while the database is away a move is not made, and is tried again', async (t) => {
  const scene = await beforeDatabase(t);
  const { cluster, page, line } = scene;
  line.speak();
  await subscribed(line);
  await cluster.stop();
  await page.click('G7');
  // The server tries for some seconds before it gives up.
  await page.part('offer-held').filter({ hasText: SAID }).waitFor({ timeout: 60_000 });
  await isMadeInTheEnd(scene);
});

test('so it is while the game cannot be read', async (t) => {
  const scene = await beforeDatabase(t);
  const { cluster, page, line } = scene;
  await cluster.stop();
  await page.click('G7');
  line.speak();
  await page.part('offer-held').filter({ hasText: SAID }).waitFor({ timeout: 60_000 });
  await isMadeInTheEnd(scene);
});
