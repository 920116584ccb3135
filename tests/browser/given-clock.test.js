import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';

import { launchBrowser, Visitor } from './chromium-browser.js';
import { playMoves, snapshot, startGame } from './api-player.js';
import { GamePage } from './game-page.js';
import { PostgresCluster } from './postgres-cluster.js';
import { RunningServer } from './running-server.js';

const UNTIMED = { board: { width: 9, height: 9 } };
const A_LONG_WAIT = 16 * 60_000;
const SHORTLY = 400;

let cluster;
let server;
let browser;
let visitors = [];

before(async () => {
  cluster = await PostgresCluster.start();
  server = await RunningServer.start({ databaseUrl: cluster.url });
  browser = await launchBrowser();
});
afterEach(async () => {
  for (const visitor of visitors) {
    await visitor.leave();
    assert.deepEqual(visitor.complaints, []);
  }
  visitors = [];
});
after(async () => {
  await browser?.close();
  await server?.remove();
  await cluster?.remove();
});

async function arrives(player) {
  const visitor = await Visitor.arrive(browser, server);
  await visitor.become(player);
  visitors.push(visitor);
  return visitor;
}

const open = async (player, game) => GamePage.open(await arrives(player), game.id);

/** Moves all events of a game into the past, by milliseconds. */
async function played(game, earlier) {
  await server.stop();
  cluster.query(`UPDATE events SET at = at - ${earlier} WHERE game_id = '${game.id}'`);
  cluster.query(`UPDATE games SET created_at = created_at - ${earlier}, updated_at = updated_at - ${earlier} WHERE id = '${game.id}'`);
  await server.launch();
}

test('when nobody has moved for long either player gives the game a clock, and both see it run', async () => {
  const game = await startGame(server, UNTIMED);
  await playMoves(game, ['E5', 'C3']);
  await played(game, A_LONG_WAIT);
  const black = await open(game.black, game);
  const white = await open(game.white, game);
  await white.says('offer-clock', /^Ann hasn't moved for a while\. You can add a clock to the game\./);
  await white.tells(/Ann hasn't moved for a while\. You can add a clock to the game\./);
  await black.says('offer-clock', /^This game has no clock\. You can add one\./);
  await white.says('facts', /no clock/);
  // One tap gives nothing: it asks.
  await white.part('give_clock').click();
  await white.part('confirm-no').click();
  assert.equal((await snapshot(server, game.id)).clock, null);
  await white.part('give_clock').click();
  await white.part('confirm-yes').click();
  for (const page of [black, white]) {
    await page.clockIs('black', 'running');
    await page.clockIs('white', 'still');
    assert.match((await page.clock('white')).digits, /^3 d$/);
    await page.part('offer-clock').waitFor({ state: 'detached' });
    await page.says('status', 'Ben added a clock: 3 days for each move.');
    await page.logs('Ben added a clock: 3 days for each move.');
    await page.tells(/Ben added a clock: 3 days for each move\./);
    await page.says('facts', /3d a move/);
  }
  await black.click('G7');
  await black.clockIs('white', 'running');
  await black.says('status', 'Black played G7.');
});

test('the offer comes by itself when it is time, and a clock that comes too soon is refused in words', async () => {
  const game = await startGame(server, UNTIMED);
  await playMoves(game, ['E5', 'C3']);
  const visitor = await arrives(game.black);
  // To this page moves say that a clock may be given shortly after them.
  await visitor.context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
    socket.connectToServer().onMessage((text) => socket.send(
      text.replace(/"at":(\d+)(.*"clock_givable_at":)\d+/g, (all, at, between) => `"at":${at}${between}${Number(at) + SHORTLY}`)));
  });
  const black = await GamePage.open(visitor, game.id);
  const white = await open(game.white, game);
  assert.equal(await black.part('offer-clock').count(), 0);
  await black.click('G7');
  await black.says('offer-clock', /^Ben hasn't moved for a while\./);
  await white.shows('G7', 'black');
  assert.equal(await white.part('offer-clock').count(), 0);
  await black.part('give_clock').click();
  await black.part('confirm-yes').click();
  await black.says('status', /^It's too early:/);
  assert.equal((await snapshot(server, game.id)).clock, null);
});
