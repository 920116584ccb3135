// The games that wait for a player: on the home page, on the tab, and one click away from any other game.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves } from './api-player.js';
import { DESKTOP, DEVICES, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const HOUR = 3_600_000;
const BOARD = { board: { width: 9, height: 9 } };
const perMove = (hours) => ({ system: 'simple', period: hours * HOUR });
const table = new Table();
afterEach(() => table.clear());

/** A begun game of `me`, who has Black, with so many hours a move: Black is to move after two moves, White after three. */
async function begun(me, name, { hours = null, moves = ['E5', 'C3'] } = {}) {
  const you = await ApiPlayer.guest(table.server, name);
  const { id } = await me.createGame({ ...BOARD, clock: hours && perMove(hours), color: 'black' });
  await you.join(id);
  const game = { id, black: me, white: you };
  await playMoves(game, moves);
  return game;
}

async function shelf(me) {
  return {
    days: await begun(me, 'Days', { hours: 72 }),
    theirs: await begun(me, 'Theirs', { hours: 2, moves: ['E5', 'C3', 'G7'] }),
    hours: await begun(me, 'Hours', { hours: 5 }),
    never: await begun(me, 'Never'),
  };
}

const idsOf = (home) => home.part('your-game').evaluateAll((tiles) => tiles.map((tile) => tile.dataset.game));
const icon = (page) => page.locator('link[rel="icon"]').getAttribute('href');

for (const [device, options] of [['a desktop', DESKTOP], ['a phone', PHONE]]) {
  test(`on ${device} one's own games begin in the upper half of the screen, and the tab counts those that wait`, async () => {
    const me = await ApiPlayer.guest(table.server, 'Me');
    const { days, theirs, hours, never } = await shelf(me);
    const home = await HomePage.open(await table.visitor({ ...options, player: me }));
    const wanted = [hours, days, never, theirs].map(({ id }) => id);
    await eventually(async () => assert.deepEqual([...await idsOf(home)].sort(), [...wanted].sort()));
    const { y } = await home.card('your-game', hours.id).boundingBox();
    const { height } = options.viewport;
    // Each on its own, so that one answer does not hide another.
    const found = { y: y <= height / 2, order: await idsOf(home), left: /5:00:00|4:59:\d\d/.test(await home.card('your-game', hours.id).innerText()) };
    assert.deepEqual({ ...found, title: await home.page.title() }, { y: true, order: wanted, left: true, title: '(3) Tengen: play Go' }, `at ${y} of ${height}`);
  });
}

test('home begins with them, the most urgent first, and the rest after', async () => {
  const me = await ApiPlayer.guest(table.server, 'Me');
  const { days, theirs, hours, never } = await shelf(me);
  const home = await HomePage.open(await table.visitor({ player: me }));
  await home.page.getByRole('heading', { name: 'Your turn · 3' }).waitFor();
  assert.deepEqual(await idsOf(home), [hours, days, never, theirs].map(({ id }) => id));
  // A begun second counts as a whole one: on a quick machine the tiles start with the full time.
  await eventually(async () => assert.match(await home.card('your-game', hours.id).innerText(), /Hours[^]*Your move[^]*2 moves[^]*4:59:\d\d/));
  await eventually(async () => assert.match(await home.card('your-game', days.id).innerText(), /2 d 23 h/));
  assert.equal(await home.card('your-game', never.id).getByTestId('time-left').innerText(), '');
  assert.match(await home.card('your-game', theirs.id).innerText(), /White to move/);
  const [first, play] = [await home.page.locator('#yours').boundingBox(), await home.page.locator('#play').boundingBox()];
  assert.ok(first.y < play.y, 'before a new game');
  // The time runs down.
  const left = () => home.card('your-game', hours.id).getByTestId('time-left').innerText();
  const before = await left();
  await eventually(async () => assert.notEqual(await left(), before));
  assert.equal(await home.page.title(), '(3) Tengen: play Go');
  assert.match(decodeURIComponent(await icon(home.page)), /^data:image\/svg\+xml,[^]*>3<\/text>/);

  // A move that is made, or comes, is told at once.
  await me.play(hours.id, 'G7');
  await home.page.getByRole('heading', { name: 'Your turn · 2' }).waitFor();
  assert.equal(await home.page.title(), '(2) Tengen: play Go');
  await me.play(days.id, 'G7');
  await me.play(never.id, 'G7');
  await home.page.getByRole('heading', { name: 'Your games' }).waitFor();
  assert.equal(await home.page.title(), 'Tengen: play Go');
  assert.match(await icon(home.page), /favicon/);
});

test('a request to take back, marks to agree on and an offer wait, too', async () => {
  const me = await ApiPlayer.guest(table.server, 'Me');
  const asked = await begun(me, 'Asks', { moves: ['E5', 'C3', 'G7'] });
  const home = await HomePage.open(await table.visitor({ player: me }));
  await home.page.getByRole('heading', { name: 'Your games' }).waitFor();
  await asked.white.command(asked.id, { type: 'undo', turn: 3 });
  await home.page.getByRole('heading', { name: 'Your turn · 1' }).waitFor();
  await eventually(async () => assert.match(await home.card('your-game', asked.id).innerText(), /undo request/));
  const scored = await begun(me, 'Scores', { moves: ['E5', 'pass', 'pass'] });
  await home.page.getByRole('heading', { name: 'Your turn · 2' }).waitFor();
  await eventually(async () => assert.match(await home.card('your-game', scored.id).innerText(), /Agree on the dead stones/));
  const { scoring } = await me.snapshot(scored.id);
  await me.command(scored.id, { type: 'accept', version: scoring.version });
  await home.page.getByRole('heading', { name: 'Your turn · 1' }).waitFor();
  const host = await ApiPlayer.guest(table.server, 'Host');
  const offer = await host.createGame({ ...BOARD, opponent: me.player.id });
  await home.page.getByRole('heading', { name: 'Your turn · 2' }).waitFor();
  await home.card('offered-game', offer.id).waitFor();
});

test('on a game page the next one is a click away, and the tab tells how many wait', async () => {
  const me = await ApiPlayer.guest(table.server, 'Me');
  const { days, theirs, hours } = await shelf(me);
  const badges = [];
  const visitor = await table.visitor({ ...PHONE, player: me });
  await visitor.page.exposeFunction('badge', (count) => badges.push(count));
  await visitor.page.addInitScript(() => { navigator.setAppBadge = async (count) => globalThis.badge(count); });
  const game = await GamePage.open(visitor, hours.id);
  await game.says('next-game', /2 other games are waiting for you/);
  assert.match(await game.page.title(), /^\(3\) Your turn/);
  assert.match(decodeURIComponent(await icon(game.page)), />3<\/text>/);
  await eventually(() => assert.equal(badges.at(-1), 3));
  const box = await game.part('next-game').boundingBox();
  assert.ok(box.height >= 43.5 && box.width >= 43.5, JSON.stringify(box));
  // Not to the game that is open, though it is the most urgent one.
  await game.part('next-game').click();
  await game.page.waitForURL(`**/games/${days.id}`);
  // Where nothing waits there is no button.
  const watcher = await GamePage.open(await table.visitor(), theirs.id);
  assert.equal(await watcher.part('next-game').isVisible(), false);
  assert.match(await watcher.page.title(), /^White to move/);
});

test('the game of the page is told once, and still counts', async () => {
  const me = await ApiPlayer.guest(table.server, 'Me');
  const [open, other] = [await begun(me, 'Here', { moves: ['E5', 'C3', 'G7'] }), await begun(me, 'There')];
  const visitor = await table.visitor({ player: me });
  const told = [];
  visitor.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
    const frame = JSON.parse(payload);
    if (frame.type === 'mine') told.push(...(frame.line.games ?? [frame.line.game]).map(({ id }) => id));
  }));
  const game = await GamePage.open(visitor, open.id);
  const titled = (title) => eventually(async () => assert.match(await game.page.title(), title));
  await titled(/^\(1\) White to move/);
  await playMoves(open, ['G3'], 'white');
  await titled(/^\(2\) Your turn/);
  await me.play(other.id, 'G7');
  await titled(/^\(1\) Your turn/);
  await me.play(open.id, 'C7');
  await titled(/^White to move/);
  assert.deepEqual(told, [other.id, other.id]);
});

test('the tiles as they look, and as they read', async () => {
  const me = await ApiPlayer.guest(table.server, 'Me');
  await shelf(me);
  const host = await ApiPlayer.guest(table.server, 'Ann with a name of 32 letters...');
  await host.createGame({ ...BOARD, opponent: me.player.id });
  for (const [device, options] of DEVICES) {
    const home = await HomePage.open(await table.visitor({ ...options, player: me }));
    await home.page.getByRole('heading', { name: 'Your turn · 4' }).waitFor();
    await home.page.locator('#records.settled').waitFor();
    await isFit(home.page, `home-waiting-${device}`);
  }
});
