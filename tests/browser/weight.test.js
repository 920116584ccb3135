// The weight of a game page on the wire, for a new browser and for one with the page in its cache. Counted on the pages
// inside the program, not on the pages of a folder.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, startGame } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';

/**
 * In bytes, headers included. The goal is 85 KB as a release packs its pages. A program for tests packs them quickly, which takes a tenth
 * more: 58,645 bytes of the script of a game, where a release has 53,039.
 */
const MOST_BYTES = 90_000;
const MOST_REQUESTS = 3;

const table = new Table({ ownPages: true });
afterEach(() => table.clear());

/** Counts the traffic of the network from now on: {bytes, asked: addresses}. */
async function count({ page, context }) {
  const session = await context.newCDPSession(page);
  const counted = { bytes: 0, asked: [] };
  const addresses = new Map();
  const kept = new Set();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, new URL(request.url).pathname));
  session.on('Network.requestServedFromCache', ({ requestId }) => kept.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => response.fromDiskCache && kept.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kept.has(requestId) || !addresses.has(requestId)) return;
    counted.bytes += encodedDataLength;
    counted.asked.push(addresses.get(requestId));
  });
  await session.send('Network.enable');
  return counted;
}

test('a study board is as light', async () => {
  const visitor = await table.visitor(PHONE);
  const counted = await count(visitor);
  await visitor.page.goto(`${table.server.url}/study?board=9x9`);
  await visitor.page.locator('go-board [data-point="A1"]').waitFor({ state: 'attached' });
  await visitor.page.waitForLoadState('networkidle');
  assert.ok(counted.asked.length > 0 && counted.bytes <= MOST_BYTES, `${counted.bytes} bytes in ${counted.asked.length} answers`);
});

async function visit(visitor, game) {
  const counted = await count(visitor);
  const page = await GamePage.open(visitor, game.id);
  await page.shows('E5', 'black');
  await page.page.waitForLoadState('networkidle');
  return counted;
}

test('a game page is light for who comes the first time, and asks for next to nothing the second time', async () => {
  const game = await startGame(table.server, { board: { width: 9, height: 9 } });
  await playMoves(game, ['E5', 'C3']);
  const visitor = await table.visitor({ ...PHONE, player: game.black });
  const first = await visit(visitor, game);
  visitor.page = await visitor.context.newPage();
  const second = await visit(visitor, game);
  assert.ok(second.asked.length <= MOST_REQUESTS, `${second.asked.length} requests: ${second.asked.slice(0, 12)}`);
  assert.ok(first.asked.length > 0 && first.bytes <= MOST_BYTES, `${first.bytes} bytes in ${first.asked.length} answers`);
});
