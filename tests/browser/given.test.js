// The page of a game brings the game along: the board stands before a socket is open.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, startGame } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 } };

const table = new Table();
afterEach(() => table.clear());

/** The server's frames to this visitor's sockets wait until `release`; `sent` holds the page's frames. */
async function holdSockets({ context }) {
  const line = { held: [], sent: [], say: null };
  line.release = () => {
    for (const text of line.held.splice(0)) line.say(text);
    line.held = null;
  };
  await context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
    const server = socket.connectToServer();
    line.say = (text) => socket.send(text);
    server.onMessage((text) => (line.held ? line.held.push(text) : line.say(text)));
    socket.onMessage((text) => {
      line.sent.push(JSON.parse(text));
      server.send(text);
    });
  });
  return line;
}

async function opened(visitor, game) {
  await visitor.page.goto(`${table.server.url}/games/${game.id}`);
  return new GamePage(visitor);
}

test('the board stands while the socket is held back, and goes on from there', async () => {
  const game = await startGame(table.server, { ...BOARD, clock: { system: 'absolute', main: 3_600_000 } });
  await playMoves(game, ['E5', 'C3']);
  const visitor = await table.visitor({ player: game.black });
  const line = await holdSockets(visitor);
  const asked = [];
  visitor.page.on('request', (request) => request.url().includes('/api/v1/') && asked.push(request.url()));
  const page = await opened(visitor, game);
  await page.shows('E5', 'black');
  await page.shows('C3', 'white');
  await page.says('turn', 'Your turn (Black)');
  await page.says('status', 'White played C3.');
  assert.equal(await page.part('player-black').locator('.card-you').isVisible(), true);
  await page.clockIs('black', 'running');
  await page.offline();
  assert.deepEqual(asked, [], 'nothing was asked for');
  // A move made now is on its way, and the page does not say that the connection is lost.
  await page.click('G7');
  await page.says('status', /G7/);
  assert.equal(await page.part('offer-held').count(), 0);
  await eventually(async () => assert.equal(line.held.length, 1));
  line.release();
  await page.online();
  await page.shows('G7', 'black');
  const subscriptions = line.sent.filter(({ type }) => type === 'subscribe');
  assert.deepEqual(subscriptions, [{ type: 'subscribe', game: game.id, since: 3 }]);
  await game.white.play(game.id, 'C7');
  await page.shows('C7', 'white');
});

test('what happens between the page and its socket arrives', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5']);
  const visitor = await table.visitor();
  const line = await holdSockets(visitor);
  const page = await opened(visitor, game);
  await page.shows('E5', 'black');
  await playMoves(game, ['C3', 'G7'], 'white');
  assert.equal(await page.stone('C3'), 'empty');
  line.release();
  await page.shows('C3', 'white');
  await page.shows('G7', 'black');
  await page.at('3 / 3');
  assert.ok(line.sent.some(({ since }) => since === 2), JSON.stringify(line.sent));
});

test('a page from an earlier time does no harm, and neither does one that brings nothing', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5', 'C3']);
  const visitor = await table.visitor({ player: game.black });
  const page = await opened(visitor, game);
  await page.shows('C3', 'white');
  await playMoves(game, ['G7']);
  await game.white.command(game.id, { type: 'resign' });
  const old = await visitor.page.locator('#given').textContent();
  assert.equal(JSON.parse(old).game.seq, 3);
  for (const brought of [old, null]) {
    await visitor.page.addInitScript((text) => {
      const find = document.getElementById.bind(document);
      document.getElementById = (id) => (id === 'given' ? text && { textContent: text } : find(id));
    }, brought);
    await visitor.page.reload();
    await page.shows('G7', 'black');
    await page.says('turn', 'Game over');
  }
});
