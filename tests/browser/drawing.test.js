import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, startGame } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';

const BOARD = { board: { width: 19, height: 19 } };

const table = new Table();
afterEach(() => table.clear());

test('what arrives together is drawn and told once', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['Q16', 'D4']);
  const visitor = await table.visitor();
  const line = { held: null, release() {} };
  await visitor.context.routeWebSocket('**/api/v1/ws', (socket) => {
    socket.connectToServer().onMessage((text) => (line.held ? line.held.push(text) : socket.send(text)));
    line.release = () => {
      for (const text of line.held) socket.send(text);
      line.held = null;
    };
  });
  const page = await GamePage.open(visitor, game.id);
  await page.says('place', '2 / 2');
  await page.page.evaluate(() => {
    globalThis.drawn = [];
    new MutationObserver(() => globalThis.drawn.push(document.querySelector('[data-testid="place"]').textContent))
      .observe(document.querySelector('[data-testid="place"]'), { childList: true, characterData: true, subtree: true });
    // Pictures are asked for, and come when everything is here.
    globalThis.pictures = [];
    globalThis.requestAnimationFrame = (draw) => globalThis.pictures.push(draw);
    globalThis.heard.splice(0);
  });
  line.held = [];
  const moves = Array.from({ length: 12 }, (_, n) => `${'CDEFGHJKLMNO'[n]}${n % 2 ? 10 : 12}`);
  await playMoves(game, moves);
  await eventually(async () => assert.ok(line.held.length >= moves.length));
  line.release();
  await eventually(async () => assert.equal(await page.page.evaluate(() => globalThis.pictures.length), 1));
  await page.page.evaluate(() => new Promise((resolve) => { setTimeout(resolve, 100); }));
  await page.page.evaluate(() => globalThis.pictures.splice(0).forEach((draw) => draw()));
  await page.says('place', '14 / 14');
  await page.shows('O10', 'white');
  await page.tells(/White played O10\./);
  const { drawn, heard } = await page.page.evaluate(() => ({ drawn: globalThis.drawn, heard: globalThis.heard }));
  assert.deepEqual(drawn, ['14 / 14']);
  assert.deepEqual(heard.filter((text) => /played/.test(text)), ['White played O10.']);
});

test('a tab that nobody sees gets no pictures, and its title is kept', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['Q16', 'D4', 'Q4']);
  const visitor = await table.visitor({ player: game.black });
  const page = await GamePage.open(visitor, game.id);
  await page.says('turn', 'White to move: Ben');
  await page.page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    globalThis.requestAnimationFrame = () => 0;
  });
  await game.white.play(game.id, 'C16');
  await eventually(async () => assert.match(await page.page.title(), /Your turn \(Black\)/));
  await page.tells(/White played C16\./);
  await page.shows('C16', 'white');
});

test('of 361 points only those are named again of which something has changed', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['Q16', 'D4', 'Q4']);
  const page = await GamePage.open(await table.visitor(), game.id);
  await page.shows('Q4', 'black');
  const named = await page.part('board').evaluate((board) => {
    const count = (view) => {
      let calls = 0;
      board.show({ ...view, pointName: (point) => {
        calls += 1;
        return view.pointName(point);
      } });
      return calls;
    };
    const { view } = board;
    const stones = view.stones.replace('.', 'W');
    return [count(view), count({ ...view, stones }), count({ ...view, noted: () => null })];
  });
  assert.ok(named[0] <= 1, `${named[0]} for the same position`);
  assert.ok(named[1] <= 2, `${named[1]} for one more stone`);
  assert.equal(named[2], 361, 'where nobody tells what is noted');
});

test('the list of a long game is made in slices, to its last move', async () => {
  const game = await startGame(table.server, BOARD);
  const letters = 'ABCDEFGHJKLMNOPQRST';
  const moves = Array.from({ length: 130 }, (_, n) => `${letters[n % 19]}${2 * Math.floor(n / 19) + 1}`);
  await playMoves(game, moves);
  const visitor = await table.visitor();
  await visitor.context.addInitScript(() => {
    globalThis.slices = [];
    new MutationObserver((changes) => {
      const made = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.matches?.('.moves > li')).length;
      if (made) globalThis.slices.push(made);
    }).observe(document, { subtree: true, childList: true });
  });
  const page = await GamePage.open(visitor, game.id);
  const buttons = page.part('move-list').locator('button');
  await eventually(async () => assert.equal(await buttons.count(), 130));
  const slices = await page.page.evaluate(() => globalThis.slices);
  assert.ok(slices.length >= 3 && slices.every((made) => made <= 40), JSON.stringify(slices));
  await eventually(async () => assert.equal(await page.part('move-list').locator('[aria-current]').innerText(), await buttons.last().innerText()));
});
