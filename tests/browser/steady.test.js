import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import * as api from './api-player.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { some } from './long-run.js';
import { MINUTE, SECOND } from './seconds.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 }, clock: { system: 'byo-yomi', main: 10 * MINUTE, periods: 3, period: 30 * SECOND } };
const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true };
const DEVICES = some([['a phone', PHONE], ['a desktop', DESKTOP], ['a tablet', TABLET], ['a low window', { viewport: { width: 740, height: 360 } }]], 2);
const BUTTONS = ['play', 'pass', 'undo', 'pause', 'resign', 'more', 'type', 'move-first', 'move-back', 'new-game', 'sgf-link'];
const ROUND_TRIP = 150;
const MOST_SHIFT = 0.02;

const table = new Table();
afterEach(() => table.clear());

/** Where the buttons are, by their names. */
const places = (page) => page.page.evaluate((ids) => Object.fromEntries(ids.flatMap((id) => {
  const button = document.querySelector(`[data-testid="${id}"]`);
  if (!button?.checkVisibility()) return [];
  const { x, y, width, height } = button.getBoundingClientRect();
  return [[id, [x, y + scrollY, width, height]]];
})), BUTTONS);

/** Calls `come`, waits for the request that it brings, and compares the places of the buttons; then the same with `go`, which ends it. */
async function staysSteady(page, kind, come, go, { ready = true } = {}) {
  const before = await places(page);
  await come();
  await page.part(`offer-${kind}`).waitFor();
  // Its buttons become ready half a second later, unless something else has to pass.
  if (ready) await eventually(async () => assert.equal(await page.part(`offer-${kind}`).locator('button:disabled').count(), 0));
  assert.deepEqual(await places(page), before, `${kind} comes`);
  await covers(page, kind);
  await go();
  await page.part(`offer-${kind}`).waitFor({ state: 'detached' });
  assert.deepEqual(await places(page), before, `${kind} goes`);
}

/** A request covers neither the board nor a button. */
async function covers(page, kind) {
  const hidden = await page.page.evaluate(([ids, name]) => {
    const request = document.querySelector(`[data-testid="offer-${name}"]`).getBoundingClientRect();
    return ids.filter((id) => {
      const button = document.querySelector(`[data-testid="${id}"]`);
      if (!button?.checkVisibility()) return false;
      const box = button.getBoundingClientRect();
      return Math.min(box.right, request.right) - Math.max(box.left, request.left) > 1 && Math.min(box.bottom, request.bottom) - Math.max(box.top, request.top) > 1;
    });
  }, [[...BUTTONS, 'board'], kind]);
  assert.deepEqual(hidden, [], `${kind} covers`);
}

const LATER = 900_000;

/**
 * From now on, while `line.atOnce`, an absent opponent may be claimed against at once, and a game be given a clock; each event says
 * of the clock whether it may be given.
 */
async function hurries({ context }) {
  const line = { atOnce: false };
  await context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const frame = JSON.parse(line.atOnce ? text.replace(/"claimable_at":\d+/g, '"claimable_at":1') : text);
      if (frame.event) frame.event.changed.clock_givable_at = line.atOnce ? 1 : Date.now() + LATER;
      socket.send(JSON.stringify(frame));
    });
  });
  return line;
}

for (const [device, options] of DEVICES) {
  test(`on ${device} no button moves when the opponent is away and may be claimed against`, async () => {
    const game = await api.startGame(table.server, BOARD);
    await api.playMoves(game, ['E5', 'C3']);
    const open = async () => GamePage.open(await table.visitor({ player: game.white }), game.id);
    let other = await open();
    const visitor = await table.visitor({ ...options, player: game.black });
    const line = await hurries(visitor);
    const page = await GamePage.open(visitor, game.id);
    await page.myTurn();
    await page.more();
    await eventually(async () => assert.equal(await page.part('presence-white').getAttribute('data-state'), 'online'));
    for (const atOnce of [false, true]) {
      line.atOnce = atOnce;
      await staysSteady(page, 'away', () => other.visitor.leave(), async () => { other = await open(); }, { ready: atOnce });
    }
  });

  test(`on ${device} no button moves when a clock is offered`, async () => {
    const game = await api.startGame(table.server, { ...BOARD, clock: null });
    await api.playMoves(game, ['E5', 'C3']);
    await GamePage.open(await table.visitor({ player: game.white }), game.id);
    const visitor = await table.visitor({ ...options, player: game.black });
    const line = await hurries(visitor);
    const page = await GamePage.open(visitor, game.id);
    await page.myTurn();
    await page.more();
    // Events that change no button say when a clock may be given.
    const asks = async (player, atOnce) => {
      line.atOnce = atOnce;
      const { event } = await player.command(game.id, { type: 'undo', turn: 2 });
      await player.command(game.id, { type: 'undo_reject', request: event.seq });
    };
    await staysSteady(page, 'clock', () => asks(game.white, true), () => asks(game.black, false));
  });

  test(`on ${device} no button moves when a request comes or goes`, async () => {
    const game = await api.startGame(table.server, BOARD);
    await api.playMoves(game, ['E5', 'C3']);
    // Somebody has to be there, or the game would be theirs to claim.
    const other = await GamePage.open(await table.visitor({ player: game.white }), game.id);
    const page = await GamePage.open(await table.visitor({ ...options, player: game.black }), game.id);
    await page.myTurn();
    await page.more();
    await eventually(async () => assert.equal(await page.part('presence-white').getAttribute('data-state'), 'online'));

    await staysSteady(page, 'undo', () => other.part('undo').click(), () => other.part('undo_withdraw').click());
    const paused = async (player, type) => player.command(game.id, { type });
    await staysSteady(page, 'pause', () => paused(game.white, 'pause'), () => paused(game.white, 'unpause'));
    await game.white.command(game.id, { type: 'resign' });
    await page.part('result').waitFor();
    let offered = null;
    await staysSteady(page, 'rematch', async () => {
      offered = await api.call(table.server, 'POST', `/api/v1/games/${game.id}/rematch`, { token: game.white.token, body: {} });
    }, () => game.white.command(offered.id, { type: 'abort' }));
  });
}

test('the places of a page are there before the game is', async (t) => {
  const games = await stageGames(table.server, ['playing', 'large', 'scoring', 'finished', 'open', 'asked']);
  for (const [device, options] of some([['a phone', PHONE], ['a desktop', DESKTOP]])) {
    for (const phase of ['playing', 'large', 'scoring', 'finished', 'open', 'asked']) {
      await t.test(`${phase} on ${device}`, async () => {
        const visitor = await table.visitor({ ...options, player: games[phase].black });
        const session = await visitor.context.newCDPSession(visitor.page);
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', { offline: false, latency: ROUND_TRIP, downloadThroughput: -1, uploadThroughput: -1 });
        await visitor.context.addInitScript(() => {
          globalThis.shifts = [];
          new PerformanceObserver((list) => {
            for (const { value, sources } of list.getEntries()) {
              globalThis.shifts.push({ value, parts: sources.map(({ node }) => node?.id || node?.className || node?.localName) });
            }
          }).observe({ type: 'layout-shift', buffered: true });
        });
        const page = await GamePage.open(visitor, games[phase].id);
        // The modules that are fetched after the game are here, too.
        await page.page.waitForLoadState('networkidle');
        const shifts = await page.page.evaluate(() => globalThis.shifts);
        const sum = shifts.reduce((all, { value }) => all + value, 0);
        assert.ok(sum <= MOST_SHIFT, `${sum}: ${JSON.stringify(shifts)}`);
      });
    }
  }
});
