import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, snapshot, startGame } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { DAY, MINUTE, SECOND } from './seconds.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 } };
const BYO_YOMI = { system: 'byo-yomi', main: 5 * MINUTE, periods: 3, period: 20 * SECOND };

const table = new Table();
afterEach(() => table.clear());

/** A started game with a clock; the page is that of the first player, Black. */
async function timed(clock, moves = ['E5', 'C3']) {
  const game = await startGame(table.server, { ...BOARD, clock });
  await playMoves(game, moves);
  return { game, page: await GamePage.open(await table.visitor({ player: game.black }), game.id) };
}

/** How many seconds a clock shows. */
async function seconds(page, color) {
  const { digits } = await page.clock(color);
  return digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

test('the clock of the one to move runs on both pages, and goes over with the move', async () => {
  const { game, page } = await timed(BYO_YOMI);
  const theirs = await GamePage.open(await table.visitor({ player: game.white }), game.id);
  for (const each of [page, theirs]) {
    await each.clockIs('black', 'running');
    await each.clockIs('white', 'still');
    assert.equal((await each.clock('black')).about, '+ 3×20s');
  }
  const before = await seconds(page, 'black');
  assert.ok(before <= 300 && before > 240, `${before} s`);
  await eventually(async () => assert.ok(await seconds(page, 'black') < before));
  await page.click('G7');
  for (const each of [page, theirs]) {
    await each.clockIs('white', 'running');
    await each.clockIs('black', 'still');
  }
  const { clock } = await snapshot(table.server, game.id);
  assert.equal(await seconds(theirs, 'black'), Math.ceil(clock.black.main / SECOND));
  await page.says('facts', /5m \+ 3×20s/);
});

test('no clock runs before both have moved; the first move has its own deadline', async () => {
  const { game, page } = await timed(BYO_YOMI, []);
  await page.says('deadline', /^You have \d:\d\d for your first move, or the game is called off\.$/);
  await page.clockIs('black', 'still');
  const theirs = await GamePage.open(await table.visitor({ player: game.white }), game.id);
  await theirs.says('deadline', /^Ann has \d:\d\d for the first move/);
  await page.click('E5');
  await page.says('deadline', /^Ben has \d:\d\d for the first move/);
  await game.white.play(game.id, 'C3');
  await page.clockIs('black', 'running');
  assert.equal(await page.part('deadline').isVisible(), false);
});

/** How many periods of eight seconds a clock has left, in its own words. */
async function periods(page, color) {
  const { about } = await page.clock(color);
  return about === 'last 8s' ? 1 : Number(/^(\d)×8s left$/.exec(about)?.[1]);
}

test('periods are told apart from main time, and are used up', async () => {
  // On a busy machine more than one may be used up between two looks.
  const { page } = await timed({ system: 'byo-yomi', main: 0, periods: 5, period: 8 * SECOND });
  await page.clockIs('black', 'low');
  assert.match((await page.clock('black')).digits, /^\d\.\d$/, 'tenths');
  const before = await periods(page, 'black');
  assert.ok(before > 1 && before <= 5, `${before} periods`);
  // The next period is well begun: a move right at its beginning would still be one of the period before, because the server
  // gives the way through the network back.
  await eventually(async () => {
    const { digits } = await page.clock('black');
    assert.ok((await periods(page, 'black')) < before && Number(digits) < 6, `${digits} s`);
  });
  await page.click('G7');
  await page.clockIs('white', 'low');
  const { digits, state } = await page.clock('black');
  assert.deepEqual({ digits, state }, { digits: '8.0', state: 'still' });
  const after = await periods(page, 'black');
  assert.ok(after >= 1 && after < before, `${after} of ${before} periods`);
});

test('little time is told by a sign, by a voice and by sound; then the game is lost in words', async () => {
  const { game, page } = await timed({ system: 'absolute', main: 12 * SECOND }, []);
  await playMoves(game, ['E5', 'C3']);
  await page.clockIs('black', 'low');
  assert.equal(await page.part('clock-black').locator('.clock-sign svg').count(), 1);
  await page.tells(/10 seconds left\./);
  await page.says('result', /W\+T/);
  await page.says('result-words', 'Ben wins on time');
  await page.logs('Ann ran out of time.');
  assert.deepEqual((await snapshot(table.server, game.id)).result, { winner: 'white', by: 'time', margin: null, text: 'W+T' });
  const home = await HomePage.open(await table.visitor());
  await eventually(async () => assert.match(await home.card('finished-game', game.id).innerText(), /White wins on time/));
});

test('a deadline of days is told to whoever watches, and to a player under More', async () => {
  const { game, page } = await timed({ system: 'simple', period: 3 * DAY }, []);
  const watcher = await GamePage.open(await table.visitor(), game.id);
  await watcher.says('deadline', /^Ann has .+ for the first move/);
  await page.myTurn();
  assert.equal(await page.part('deadline').isVisible(), false);
  await page.more();
  await page.says('deadline', /^You have .+ for your first move/);
});

test('canadian stones and days have their own words', async () => {
  const canadian = await timed({ system: 'canadian', main: 0, stones: 12, period: 5 * MINUTE });
  await eventually(async () => assert.equal((await canadian.page.clock('black')).about, 'for 12 stones'));
  const slow = await timed({ system: 'simple', period: 3 * DAY });
  await eventually(async () => assert.match((await slow.page.clock('black')).digits, /^(3 d|2 d 23 h)$/));
  assert.equal((await slow.page.clock('black')).about, 'for this move');
});

test('a game without a clock shows none', async () => {
  const { page } = await timed(null);
  await page.myTurn();
  await page.more();
  assert.equal(await page.part('clock-black').isVisible(), false);
  assert.equal(await page.part('pause').isVisible(), false);
  await page.says('facts', /no clock/);
});

test('what the server was away is given back, and the log says so', async () => {
  const { game, page } = await timed(BYO_YOMI);
  await page.clockIs('black', 'running');
  page.visitor.serverMayBeAway = true;
  await table.server.kill();
  await page.offline();
  await table.server.launch();
  await page.online();
  await page.logs(/^The server was down for .+ The clocks got that time back\.$/);
  await page.page.reload();
  await page.online();
  await page.logs(/^The server was down for/);
  assert.equal((await snapshot(table.server, game.id)).phase, 'playing');
});
