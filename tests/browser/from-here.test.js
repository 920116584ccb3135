// Games that begin in a shown position, and games of both colours at one device.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, snapshot, startGame } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { RecordPage, bringRecord } from './record-page.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { refusals } from './refusals.js';

const table = new Table();
afterEach(() => table.clear());

/** Opens the sheet, chooses the opponent, and begins; answers the page of the game. */
async function begin(page, against, { color = null, time = null } = {}) {
  const { visitor } = page;
  const before = visitor.page.url();
  await page.part('from-here').click();
  await visitor.page.locator('dialog[open]').waitFor();
  const choice = against === 'computer' ? visitor.page.locator('[data-testid^="against-"]').first() : page.part(`against-${against}`);
  await choice.check();
  if (color) await page.part(`begin-color-${color}`).check({ force: true });
  if (time) await page.part('begin-time').selectOption(time);
  await page.part('begin-yes').click();
  await visitor.page.waitForURL((url) => url.href !== before);
  return GamePage.arrived(visitor);
}

async function study(visitor, query, clicks = []) {
  await visitor.page.goto(`${visitor.server.url}/study${query}`);
  const page = new GamePage(visitor);
  await page.point('A1').waitFor({ state: 'attached' });
  for (const at of clicks) await page.point(at).click();
  if (clicks.length > 0) await page.at(`${clicks.length} / ${clicks.length}`);
  return page;
}

test('both colours of a game at one device, from a study with its ko, taken back and counted', async () => {
  const visitor = await table.visitor();
  // Black takes a stone at B2, and White may not take back at once.
  const tried = await study(visitor, '?board=5x5&rules=japanese', ['B3', 'C3', 'A2', 'D2', 'B1', 'C1', 'E5', 'B2', 'C2']);
  await tried.shows('B2', 'empty');
  const game = await begin(tried, 'here');
  // The page asked who is here, and nobody was yet.
  refusals(visitor, 401);
  assert.deepEqual((await snapshot(table.server, game.id)).beginning.prisoners, { black: 1, white: 0 });
  await game.says('turn', 'White to move');
  await game.says('facts', /from a position.*both colours on one device/s);
  await game.says('prisoners-black', '1');
  await game.at('0 / 0');
  await game.point('B2').hover();
  await game.myTurn();
  await game.point('B2').click();
  await game.says('status', /ko/);
  await game.click('E1');
  await game.says('turn', 'Black to move');
  await game.click('E2');
  await game.at('2 / 2');
  // The last move goes back by one click, whoever made it.
  await game.part('undo').click();
  await game.at('1 / 1');
  await game.shows('E2', 'empty');
  await game.says('turn', 'Black to move');
  await visitor.page.reload();
  await game.online();
  await game.click('D3');
  await game.click('B2');
  await game.shows('C2', 'empty');
  await game.pass();
  await game.at('4 / 4');
  await game.pass();
  await game.part('accept').waitFor();
  await game.accept();
  await game.part('result').waitFor();
  const { id } = game;
  const { result, players } = await snapshot(table.server, id);
  assert.equal(result.by, 'score');
  assert.equal(players.black.id, players.white.id);
  // Another one begins at once, in the same position.
  await game.part('rematch').click();
  await visitor.page.waitForURL((url) => !url.href.includes(id));
  const again = await GamePage.arrived(visitor);
  await again.says('turn', 'White to move');
  await again.at('0 / 0');
});

test('a game against the computer begins at an earlier move of a game that is over', async () => {
  const played = await startGame(table.server, { board: { width: 9, height: 9 } });
  await playMoves(played, ['E5', 'C3', 'G7', 'C7']);
  await played.white.command(played.id, { type: 'resign' });
  const visitor = await table.visitor();
  const page = await GamePage.open(visitor, played.id);
  await page.press('ArrowLeft', 'ArrowLeft');
  await page.at('2 / 4');
  const game = await begin(page, 'computer', { color: 'black', time: 'quick' });
  await game.says('facts', /from a position/);
  const { settings, opponent } = await snapshot(table.server, game.id);
  assert.deepEqual(settings.position, { stones: '.'.repeat(81), to_move: 'black', moves: 'E5,C3' });
  assert.equal(opponent.kind, 'computer');
  assert.equal(settings.clock.system, 'byo-yomi');
  await game.shows('C3', 'white');
  await game.click('G7');
  await game.at('2 / 2');
});

test('a tried move is part of the beginning, and whoever has the link plays on from there', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [record] = await bringRecord(table.server, ann, '(;GM[1]FF[4]SZ[9]KM[3.75]HA[2]AB[gc][cg]RU[Chinese];W[ee];B[cc])');
  const visitor = await table.visitor();
  const page = await RecordPage.open(visitor, record.id);
  await page.press('End');
  await page.part('trying-switch').click();
  await page.point('G3').click();
  await page.shows('G3', 'white');
  const game = await begin(page, 'link', { color: 'black' });
  refusals(visitor, 401);
  const { settings, phase } = await snapshot(table.server, game.id);
  assert.equal(phase, 'open');
  assert.deepEqual([settings.private, settings.handicap, settings.rules.preset, settings.komi], [true, 2, 'chinese', 7.5]);
  assert.equal(settings.position.moves, 'E5,C7,G3');
  const friend = await table.visitor();
  const theirs = await GamePage.open(friend, game.id);
  await theirs.part('join').click();
  await game.click('A1');
  await theirs.at('1 / 1');
  await theirs.shows('G3', 'white');
});

test('a shown variation of somebody else is where a game begins', async () => {
  const played = await startGame(table.server, { board: { width: 9, height: 9 } });
  await playMoves(played, ['E5', 'C3']);
  const cid = await ApiPlayer.guest(table.server, 'Cid');
  await cid.changeVariations(played.id, [{ id: 'a', from: { move: 2, event: 3 }, move: 'black:D5' }]);
  const { secret } = await cid.shareVariations(played.id, { grows: false });
  await played.white.command(played.id, { type: 'resign' });
  const visitor = await table.visitor({ player: cid });
  await visitor.page.goto(`${table.server.url}/shared#${secret}`);
  await visitor.page.locator('[data-ready]').waitFor();
  const page = new GamePage(visitor);
  await page.shows('D5', 'black');
  const game = await begin(page, 'here');
  await game.says('turn', 'White to move');
  assert.equal((await snapshot(table.server, game.id)).settings.position.moves, 'E5,C3,D5');
});

test('nobody begins a game from a position of one that is played without estimates, and reads why', async () => {
  const moves = ['D4', 'F6', 'D6', 'F4', 'D5', 'F5', 'D7', 'F7', 'D3', 'F3'];
  const played = await startGame(table.server, { board: { width: 9, height: 9 } });
  await playMoves(played, moves);
  const visitor = await table.visitor({ player: played.black });
  const page = await GamePage.open(visitor, played.id);
  await page.more();
  assert.equal(await page.part('from-here').isVisible(), false);
  const board = await study(visitor, '?board=9x9', moves);
  await board.part('from-here').click();
  await board.part('against-here').check();
  await board.part('begin-yes').click();
  await board.says('begin-problem', /too close to a game in progress/);
  assert.equal(await board.part('refusing-game').getAttribute('href'), `/games/${played.id}`);
  assert.equal(await visitor.page.locator('dialog[open]').count(), 1);
  refusals(visitor, 403);
});

test('the home page begins a game of both colours, without a clock unless one is chosen', async () => {
  const visitor = await table.visitor();
  await visitor.page.goto(table.server.url);
  await visitor.page.getByText('More:').click();
  const [local, pace] = [visitor.page.getByTestId('local'), visitor.page.getByTestId('time-pace')];
  await local.check();
  assert.equal(await pace.inputValue(), 'none');
  await local.uncheck();
  assert.equal(await pace.inputValue(), 'normal');
  await local.check();
  await visitor.page.getByTestId('create-game').click();
  const plain = await GamePage.arrived(visitor);
  await plain.says('turn', 'Black to move');
  assert.equal((await snapshot(table.server, plain.id)).settings.clock, null);

  await visitor.page.goto(table.server.url);
  await visitor.page.getByText('More:').click();
  await pace.selectOption('normal');
  await local.check();
  await visitor.page.getByTestId('create-game').click();
  const game = await GamePage.arrived(visitor);
  await game.says('turn', 'Black to move');
  await game.click('D4');
  await game.click('Q16');
  await game.clockIs('black', 'running');
  const { settings } = await snapshot(table.server, game.id);
  assert.deepEqual([settings.local, settings.private, settings.position ?? null], [true, true, null]);
});

test('the sheet fits a phone, and is worked by the keyboard', async () => {
  const visitor = await table.visitor(PHONE);
  const page = await study(visitor, '?board=9x9');
  await page.part('from-here').focus();
  await page.press('Enter');
  const sheet = visitor.page.locator('dialog[open]');
  await sheet.waitFor();
  await isFit(visitor.page, 'begin-phone');
  await page.part('against-link').focus();
  await page.press('ArrowDown');
  await eventually(async () => assert.equal(await page.part('begin-color-black').isVisible(), false));
  await page.press('Enter');
  const game = await GamePage.arrived(visitor);
  await game.says('turn', 'Black to move');
  assert.equal((await snapshot(table.server, game.id)).beginning, undefined);
  refusals(visitor, 401);
});
