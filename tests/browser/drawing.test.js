import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, snapshot, startGame } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { MINUTE } from './seconds.js';
import { noteFrames, takenIn } from './socket-frames.js';
import { Table } from './table.js';

const BOARD = { board: { width: 19, height: 19 } };

const table = new Table();
afterEach(() => table.clear());

/** From now on pictures are asked for and come when the test shows them. */
async function holdPictures(page) {
  await page.evaluate(() => {
    globalThis.pictures = [];
    globalThis.requestAnimationFrame = (draw) => globalThis.pictures.push(draw);
  });
  return {
    asked: () => page.evaluate(() => globalThis.pictures.length),
    show: () => page.evaluate(() => globalThis.pictures.splice(0).forEach((draw) => draw())),
  };
}

/** Counts from now on how often the board is drawn, and how many names of points are made for that. */
async function countDrawings(page) {
  await page.part('board').evaluate((board) => {
    globalThis.counted = { boards: 0, names: 0 };
    const show = board.show;
    board.show = (view, how) => {
      globalThis.counted.boards += 1;
      const pointName = (point) => {
        globalThis.counted.names += 1;
        return view.pointName(point);
      };
      show.call(board, { ...view, pointName }, how);
    };
  });
  return () => page.page.evaluate(() => globalThis.counted);
}

/** Writes down each text that an element of the page gets from now on. */
async function writeDown(page, selector) {
  await page.evaluate((one) => {
    const element = document.querySelector(one);
    globalThis.written = [];
    new MutationObserver(() => globalThis.written.push(element.textContent))
      .observe(element, { childList: true, characterData: true, subtree: true });
  }, selector);
  return () => page.evaluate(() => globalThis.written);
}

/** Twenty moves that capture nothing, Black first. */
const TWENTY = Array.from({ length: 20 }, (_, n) => `${'CDEFGHJKLM'[Math.floor(n / 2)]}${n % 2 ? 10 : 12}`);

test('what arrives together is drawn and told once', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['Q16', 'D4']);
  const visitor = await table.visitor();
  const line = { held: null, release() {} };
  await visitor.context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
    socket.connectToServer().onMessage((text) => (line.held ? line.held.push(text) : socket.send(text)));
    line.release = () => {
      const { held } = line;
      line.held = null;
      for (const text of held) socket.send(text);
      return held.at(-1);
    };
  });
  await noteFrames(visitor.context);
  const page = await GamePage.open(visitor, game.id);
  await page.at('2 / 2');
  await page.page.evaluate(() => {
    globalThis.drawn = [];
    new MutationObserver(() => globalThis.drawn.push(document.querySelector('[data-testid="place"]').textContent))
      .observe(document.querySelector('[data-testid="place"]'), { childList: true, characterData: true, subtree: true });
    globalThis.heard.splice(0);
  });
  const pictures = await holdPictures(page.page);
  line.held = [];
  const moves = Array.from({ length: 12 }, (_, n) => `${'CDEFGHJKLMNO'[n]}${n % 2 ? 10 : 12}`);
  await playMoves(game, moves);
  await eventually(async () => assert.ok(line.held.some((text) => JSON.parse(text).event?.move === moves.at(-1))));
  await takenIn(page.page, line.release());
  assert.equal(await pictures.asked(), 1);
  await pictures.show();
  await page.at('14 / 14');
  await page.shows('O10', 'white');
  await page.tells(/White played O10\./);
  const { drawn, heard } = await page.page.evaluate(() => ({ drawn: globalThis.drawn, heard: globalThis.heard }));
  assert.deepEqual(drawn, ['14 / 14']);
  assert.deepEqual(heard.filter((text) => /played/.test(text)), ['White played O10.']);
});

test('twenty missed moves are one drawing, one title and one announcement', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['Q16', 'D4', 'Q4']);
  const visitor = await table.visitor({ player: game.black });
  visitor.serverMayBeAway = true;
  const line = await visitor.tapSockets();
  await noteFrames(visitor.context);
  const page = await GamePage.open(visitor, game.id);
  await page.at('3 / 3');
  line.refusing = true;
  await line.drop();
  await page.offline();
  await playMoves(game, TWENTY, 'white');
  const pictures = await holdPictures(page.page);
  const counted = await countDrawings(page);
  const titles = await writeDown(page.page, 'title');
  await page.page.evaluate(() => globalThis.heard.splice(0));
  line.heard.splice(0);
  line.refusing = false;
  await eventually(async () => assert.ok(line.heard.some((text) => JSON.parse(text).event?.move === TWENTY.at(-1))));
  await eventually(async () => assert.ok(await pictures.asked() > 0));
  await takenIn(page.page, line.heard.at(-1));
  assert.deepEqual(await titles(), []);
  await pictures.show();
  await page.at('23 / 23');
  await page.shows('M10', 'black');
  await page.tells(/M10/);
  const { boards, names } = await counted();
  assert.equal(boards, 1);
  assert.ok(names <= TWENTY.length + 2, `${names} names for twenty stones, the last move and the one before`);
  assert.ok((await titles()).length <= 1, JSON.stringify(await titles()));
  assert.deepEqual(await page.page.evaluate(() => globalThis.heard), ['20 new moves', 'Black played M10.']);
});

test('missed moves that arrive over several pictures are told when all are here', async () => {
  const game = await startGame(table.server, BOARD);
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  const line = { held: null, open: null };
  await visitor.context.routeWebSocket('**/api/v1/ws?protocol=2', (socket) => {
    line.open = socket;
    socket.connectToServer().onMessage((text) => {
      // The greeting goes through: the page asks for what it missed.
      if (line.held && JSON.parse(text).game) line.held.push(text);
      else socket.send(text);
    });
  });
  const page = await GamePage.open(visitor, game.id);
  await page.shows('Q16', 'empty');
  line.held = [];
  await line.open.close();
  await page.offline();
  await playMoves(game, TWENTY.slice(0, 4));
  await eventually(async () => assert.ok(line.held.some((text) => JSON.parse(text).type === 'subscribed')));
  await page.page.evaluate(() => globalThis.heard.splice(0));
  const count = line.held.findIndex((text) => JSON.parse(text).event?.seq && JSON.parse(text).event.move === TWENTY[1]) + 1;
  for (const text of line.held.splice(0, count)) line.open.send(text);
  await page.at('2 / 2');
  for (const text of line.held.splice(0)) line.open.send(text);
  line.held = null;
  await page.at('4 / 4');
  await page.tells(/White played D10\./);
  // Nothing was told between.
  assert.deepEqual(await page.page.evaluate(() => globalThis.heard), ['4 new moves', 'White played D10.']);
});

test('the own move is on the board in the task of the click', async () => {
  const game = await startGame(table.server, BOARD);
  const page = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  await page.myTurn();
  await holdPictures(page.page);
  const pending = await page.point('Q16').evaluate((point) => {
    point.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return document.querySelectorAll('[data-testid="board"] .pending').length;
  });
  assert.equal(pending, 1);
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
    return [count(view), count({ ...view, stones }), count({ ...view, notes: () => null })];
  });
  assert.deepEqual(named, [0, 1, 361], 'the same position, one more stone, and a view without notes');
});

test('a move names three points again, and a mark on a chain none but that chain and its territory', async () => {
  const game = await startGame(table.server, { ...BOARD, clock: { system: 'absolute', main: 30 * MINUTE } });
  // A wall in the middle of the board, and one lone stone of White in Black's half.
  const wall = Array.from({ length: 19 }, (_, n) => [`J${n + 1}`, `K${n + 1}`]).flat();
  await playMoves(game, wall);
  const page = await GamePage.open(await table.visitor({ player: game.black }), game.id);
  await page.shows('K19', 'white');
  const counted = await countDrawings(page);
  await playMoves(game, ['T19', 'D10']);
  await page.shows('D10', 'white');
  const moved = await counted();
  assert.ok(moved.names <= 3 * moved.boards, JSON.stringify(moved));
  await playMoves(game, ['pass', 'pass']);
  await page.part('accept').waitFor();
  const before = await counted();
  await page.point('D10').click();
  await eventually(async () => assert.ok((await counted()).boards > before.boards));
  const after = await counted();
  assert.ok(after.names - before.names <= 1, `${after.names - before.names} names for one stone that is marked`);
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

/** A page that has time only when the test lets it, and where on the screen two points of its board are. */
async function busyPage(game) {
  const visitor = await table.visitor({ player: game.black });
  await visitor.context.addInitScript(() => {
    globalThis.waiting = [];
    globalThis.requestIdleCallback = (work) => globalThis.waiting.push(work);
    globalThis.cancelIdleCallback = (number) => { globalThis.waiting[number - 1] = () => {}; };
  });
  await visitor.page.goto(`${table.server.url}/games/${game.id}`);
  const page = new GamePage(visitor);
  const cells = page.part('board').locator('.cell');
  const opened = async () => {
    await page.myTurn();
    assert.equal(await cells.count(), 0, 'the cells have not come yet');
  };
  await opened();
  const [d16, e16] = await page.part('board').locator('svg').evaluate((svg) => [3, 4].map((column) => {
    const { x, y } = new DOMPoint(column, 3).matrixTransform(svg.getScreenCTM());
    return [x, y];
  }));
  const hasTime = () => visitor.page.evaluate(() => globalThis.waiting.splice(0).forEach((work) => work()));
  return { page, mouse: visitor.page.mouse, cells, opened, d16, e16, hasTime };
}

test('a mouse that is faster than the cells finds them, and a click its point', async () => {
  const game = await startGame(table.server, BOARD);
  const { page, mouse, cells, opened, d16 } = await busyPage(game);
  await mouse.move(...d16);
  await page.part('board').locator('.ghost').waitFor({ state: 'attached' });
  assert.equal(await cells.count(), 361);
  await page.page.reload();
  await opened();
  await mouse.down();
  await mouse.up();
  await page.shows('D16', 'black');
  assert.equal((await snapshot(table.server, game.id)).moves.at(-1).at, 'D16');
});

test('a click during which the cells come plays its point, and one that is drawn to another point none', async () => {
  const game = await startGame(table.server, BOARD);
  const { page, mouse, cells, opened, d16, e16, hasTime } = await busyPage(game);
  await mouse.move(...d16);
  await page.page.reload();
  await opened();
  await mouse.down();
  await hasTime();
  await mouse.move(...e16);
  await mouse.up();
  assert.equal(await cells.count(), 361);
  await mouse.move(...d16);
  await page.page.reload();
  await opened();
  await mouse.down();
  await hasTime();
  await mouse.up();
  await page.shows('D16', 'black');
  assert.deepEqual((await snapshot(table.server, game.id)).moves.map(({ at }) => at), ['D16']);
});
