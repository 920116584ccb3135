import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { Table } from './table.js';
import { eventually } from './eventually.js';
import { findings } from './axe-findings.js';
import { noteFrames, takenIn } from './socket-frames.js';

/** How many games stand beside each other, and how long a finished one stays there. */
const PLACES = 9;
const AFTERWARDS = 30_000;

const table = new Table();
afterEach(() => table.clear());

const stonesOf = (tile) => tile.locator('.stones circle').count();

/** A game between two guests, who can both be told to act. */
async function begin(name) {
  const [ann, ben] = [await ApiPlayer.guest(table.server, name), await ApiPlayer.guest(table.server, 'Ben')];
  const clock = { system: 'fischer', main: 600_000, increment: 5_000 };
  const { id } = await ann.createGame({ board: { width: 9, height: 9 }, color: 'black', clock });
  await ben.join(id);
  return { id, ann, ben };
}

test('games that are chosen stand beside each other and live', async () => {
  const games = [await begin('<b>Ann'), await begin('Anna'), await begin('Annabel with a name that is long')];
  const ids = games.map(({ id }) => id);
  for (const look of [DESKTOP, PHONE]) {
    const { page } = await table.visitor(look);
    await page.goto(`${table.server.url}/watch?games=${ids.join(',')}`);
    const tiles = page.getByTestId('watched-game');
    await eventually(async () => assert.equal(await page.locator('still-board svg').count(), 3));
    assert.equal(await tiles.count(), 3);
    assert.match(await tiles.nth(0).getByTestId('watched-black').innerText(), /<b>Ann/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
    assert.deepEqual(await findings(page), []);
    const boxes = await Promise.all([0, 1].map((i) => tiles.nth(i).boundingBox()));
    assert.equal(boxes[0].y === boxes[1].y, look === DESKTOP, 'beside each other, or under each other on a phone');
  }
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/watch?games=${ids.join(',')}`);
  const first = page.getByTestId('watched-game').first();
  await eventually(async () => assert.equal(await page.locator('still-board svg').count(), 3));
  await games[0].ann.play(ids[0], 'C3');
  await eventually(async () => assert.equal(await stonesOf(first), 1));
  await games[0].ben.command(ids[0], { type: 'resign' });
  await eventually(async () => assert.match(await first.getByTestId('watched-said').innerText(), /resign/i));
  await first.locator('a').click();
  await page.waitForURL(`**/games/${ids[0]}`);
});

test('moves that arrive together are drawn once', async () => {
  const { id, ann, ben } = await begin('Ann');
  const visitor = await table.visitor();
  const line = await visitor.tapSockets();
  await noteFrames(visitor.context);
  const { page } = visitor;
  await page.goto(`${table.server.url}/watch?games=${id}`);
  await page.locator('still-board svg').waitFor();
  await page.evaluate(() => {
    globalThis.pictures = [];
    globalThis.requestAnimationFrame = (draw) => globalThis.pictures.push(draw);
    const tile = document.querySelector('watched-game');
    globalThis.drawn = 0;
    const show = tile.show;
    tile.show = (state) => {
      globalThis.drawn += 1;
      globalThis.moves = state.record.moves.length;
      show.call(tile, state);
    };
  });
  for (const at of ['C3', 'E5', 'G7']) await (at === 'E5' ? ben : ann).play(id, at);
  await eventually(async () => assert.equal(line.heard.filter((text) => JSON.parse(text).type === 'event').length, 3));
  await takenIn(page, line.heard.at(-1));
  assert.equal(await page.evaluate(() => globalThis.pictures.length), 1);
  await page.evaluate(() => globalThis.pictures.splice(0).forEach((draw) => draw()));
  assert.deepEqual(await page.evaluate(() => [globalThis.drawn, globalThis.moves]), [1, 3]);
});

test('games are picked from those that go on, or by links', async () => {
  const one = await begin('Ann');
  const two = await begin('Anna');
  // The lobby gathers changes for half a second, and the sheet shows it as it is when it is opened.
  await eventually(async () => {
    const { games } = await (await fetch(`${table.server.url}/api/v1/lobby`)).json();
    assert.ok(games.some(({ id, phase }) => id === one.id && phase !== 'open'));
  });
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/watch`);
  await page.getByTestId('choose').click();
  await page.getByTestId('watch-these').waitFor();
  // The games on the wall are ticked already.
  for (const box of await page.getByTestId('watch-live').all()) await box.uncheck();
  await page.getByTestId('watch-these').click();
  assert.match(await page.locator('#watch-problem').innerText(), /no game in this/);
  await page.locator(`[data-testid="watch-live"][value="${one.id}"]`).check();
  await page.getByTestId('watch-links').fill(`see ${table.server.url}/games/${two.id}#here`);
  assert.deepEqual(await findings(page), []);
  await page.getByTestId('watch-these').click();
  await page.waitForURL(/games=/);
  assert.match(page.url(), new RegExp(`${one.id}.*${two.id}`));
});

test('without a choice the most watched games are there', async () => {
  const game = await begin('Watched');
  const { page } = await table.visitor();
  await page.goto(`${table.server.url}/watch`);
  await page.locator(`watched-game[data-game="${game.id}"] still-board svg`).waitFor();
});

test('on a phone buttons lead to nothing but the boards, and back', async () => {
  const game = await begin('Ann');
  const { page } = await table.visitor(PHONE);
  await page.goto(`${table.server.url}/watch?games=${game.id}`);
  await page.locator('still-board svg').waitFor();
  for (const button of ['quiet', 'full-screen']) {
    const { width, height } = await page.getByTestId(button).boundingBox();
    assert.ok(width >= 43.5 && height >= 43.5, `${button}: ${width} x ${height}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  await page.getByTestId('quiet').tap();
  await page.getByTestId('leave-quiet').waitFor();
  assert.equal(await page.getByTestId('choose').isVisible(), false);
  await page.getByTestId('leave-quiet').tap();
  await page.getByTestId('choose').waitFor();
  await page.getByTestId('full-screen').tap();
  await eventually(async () => assert.equal(await page.evaluate(() => document.fullscreenElement === document.documentElement), true));
});

test('a finished game gives way to the next of the most watched ones, in its place', async () => {
  const games = new Map();
  for (let i = 0; i < PLACES + 1; i += 1) {
    const game = await begin(`Player ${i}`);
    games.set(game.id, game);
  }
  const { page } = await table.visitor({ viewport: { width: 1440, height: 900 } });
  await page.clock.install();
  await page.addInitScript(() => {
    const Source = globalThis.EventSource;
    globalThis.told = '';
    globalThis.EventSource = class extends Source {
      constructor(...words) {
        super(...words);
        this.addEventListener('message', ({ data }) => { globalThis.told += data; });
      }
    };
  });
  await page.goto(`${table.server.url}/watch`);
  const shown = () => page.getByTestId('watched-game').evaluateAll((tiles) => tiles.map((tile) => tile.dataset.game));
  await eventually(async () => assert.equal((await shown()).length, PLACES));
  const before = await shown();
  const over = before.find((id) => games.has(id));
  await games.get(over).ben.command(over, { type: 'resign' });
  const tile = page.locator(`watched-game[data-game="${over}"]`);
  await eventually(async () => assert.match(await tile.getByTestId('watched-said').innerText(), /resign/i));
  // Its end can be seen for a while.
  assert.deepEqual(await shown(), before);
  // Another game may take the place once the page has heard of it: in the time that passes at once here it always has.
  const others = [...games.keys()].filter((id) => !before.includes(id));
  await eventually(async () => {
    const told = await page.evaluate(() => globalThis.told);
    assert.ok(others.some((id) => told.includes(id)));
  });
  await page.clock.fastForward(AFTERWARDS + 5_000);
  await tile.waitFor({ state: 'detached' });
  const after = await shown();
  const place = before.indexOf(over);
  assert.deepEqual(after.filter((_, i) => i !== place), before.filter((_, i) => i !== place), 'the others stay where they are');
  assert.ok(!before.includes(after[place]) && after.length === PLACES);
});
