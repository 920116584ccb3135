// The home page holds still: while it loads, and under a hand.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, startGame } from './api-player.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { HomePage } from './home-page.js';
import { shiftsOf, watchShifts } from './layout-shift.js';
import { some } from './long-run.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const MOST = 0.02;
const BOARD = { board: { width: 9, height: 9 } };
const LAPTOP = { viewport: { width: 1366, height: 768 } };
const SCREENS = some([['phone', PHONE], ['laptop', LAPTOP], ['desktop', DESKTOP]]);
const table = new Table();
afterEach(() => table.clear());

/** Opens home over a slow line and waits until everything is there. */
async function loaded(options, player) {
  const visitor = await table.visitor({ ...options, player });
  await watchShifts(visitor);
  const home = await HomePage.open(visitor);
  await home.page.waitForLoadState('networkidle');
  await home.page.locator('.foot').waitFor();
  return home;
}

for (const [name, options] of SCREENS) {
  test(`the button for a game on 9x9 stays where it first is, on a ${name}`, async () => {
    const visitor = await table.visitor(options);
    await watchShifts(visitor);
    await visitor.page.addInitScript(() => {
      globalThis.places = new Set();
      const look = () => {
        const button = document.querySelector('[data-testid="new-game-9"]');
        if (button?.checkVisibility({ visibilityProperty: true })) globalThis.places.add(Math.round(button.getBoundingClientRect().top));
        requestAnimationFrame(look);
      };
      look();
    });
    const home = await HomePage.open(visitor);
    await home.part('opponent-1').waitFor({ state: 'attached' });
    await home.page.waitForLoadState('networkidle');
    assert.equal((await home.page.evaluate(() => [...globalThis.places])).length, 1, JSON.stringify(await home.page.evaluate(() => [...globalThis.places])));
  });
}

async function holdsStill(home, name) {
  const { sum, said } = await shiftsOf(home.page);
  assert.ok(sum <= MOST, `${name}: ${sum} ${said}`);
}

test('a newcomer to a new server', async () => {
  for (const [name, options] of SCREENS) {
    const home = await loaded(options);
    assert.equal(await home.part('opponent-1').isVisible(), true);
    await holdsStill(home, name);
  }
});

test('where the operator has no computer to play against', async () => {
  for (const [name, options] of SCREENS) {
    const visitor = await table.visitor(options);
    await visitor.context.route('**/api/v1/house', (route) => route.fulfill({ json: { players: [] } }));
    await watchShifts(visitor);
    const home = await HomePage.open(visitor);
    await home.page.waitForLoadState('networkidle');
    assert.equal(await home.part('opponent-person').count(), 0);
    await holdsStill(home, name);
  }
});

test('who comes back to games, offers and full lists', async (t) => {
  await stageGames(table.server);
  const me = await ApiPlayer.guest(table.server, 'Me');
  for (const asked of [true, true, false]) {
    const you = await ApiPlayer.guest(table.server, 'You');
    const { id } = await me.createGame({ ...BOARD, color: 'black' });
    await you.join(id);
    await playMoves({ id, black: me, white: you }, asked ? ['E5', 'C3'] : ['E5']);
  }
  const host = await ApiPlayer.guest(table.server, 'Host');
  await host.createGame({ ...BOARD, opponent: me.player.id });
  for (const [name, options] of SCREENS) {
    await t.test(`a newcomer, ${name}`, async () => {
      const home = await loaded(options);
      await home.part('live-game').first().waitFor();
      await home.part('finished-game').first().waitFor();
      await holdsStill(home, name);
    });
    await t.test(`the player, ${name}`, async () => {
      const home = await loaded(options, me);
      assert.equal(await home.part('your-game').count(), 3);
      assert.equal(await home.part('offered-game').count(), 1);
      await holdsStill(home, name);
    });
  }
});

test('a tile is not replaced when its game goes on', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5']);
  const home = await HomePage.open(await table.visitor());
  const tile = home.card('live-game', game.id);
  // A game that begins while the page loads stands at the end of its list, and only tiles in sight are drawn anew.
  await tile.scrollIntoViewIfNeeded();
  await tile.evaluate((element) => { element.marked = element.querySelector('.flat-stone'); });
  await playMoves(game, ['C3', 'G7'], 'white');
  await eventually(async () => assert.match(await tile.innerText(), /3 moves/));
  assert.equal(await tile.evaluate((element) => element.querySelectorAll('.flat-stone').length), 3);
  assert.equal(await tile.evaluate((element) => element.contains(element.marked)), true, 'the first stone is the same element');
});

test('under a pointer no game takes the place of another', async () => {
  const host = await ApiPlayer.guest(table.server, 'Host');
  const made = [];
  for (let i = 0; i < 3; i += 1) made.push((await host.createGame({ ...BOARD, komi: i })).id);
  const home = await HomePage.open(await table.visitor(DESKTOP));
  const [, second, newest] = made;
  await home.card('open-game', newest).waitFor();
  // To come under the pointer, the game may have to come into sight first.
  await home.card('open-game', second).getByTestId('join-game').hover();
  const before = await home.card('open-game', second).boundingBox();
  await host.command(newest, { type: 'abort' });
  await host.createGame({ ...BOARD, komi: 9 });
  await home.page.locator(`.gone[data-game="${newest}"]`).waitFor();
  await home.page.getByText('komi 9').waitFor();
  assert.deepEqual(await home.card('open-game', second).boundingBox(), before);
  // When the hand has gone, the empty place is filled.
  await home.page.mouse.move(2, 2);
  await home.page.locator('.gone').waitFor({ state: 'detached' });
});
