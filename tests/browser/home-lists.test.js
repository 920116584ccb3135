// The lists of the home page: what is above the fold, and what must not hide what.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, startGame } from './api-player.js';
import { HomePage } from './home-page.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 } };
const table = new Table();
afterEach(() => table.clear());

test('games that were called off do not hide those that were played', async () => {
  const played = await startGame(table.server, BOARD);
  await playMoves(played, ['E5', 'C3']);
  await played.black.command(played.id, { type: 'resign' });
  const host = await ApiPlayer.guest(table.server, 'Host');
  for (let i = 0; i < 14; i += 1) {
    const { id } = await host.createGame(BOARD);
    await host.command(id, { type: 'abort' });
  }
  const home = await HomePage.open(await table.visitor());
  await home.card('finished-game', played.id).waitFor();
  assert.equal(await home.part('finished-game').count(), 1);
  assert.equal(await home.part('more-finished').getAttribute('href'), '/games?phase=finished');
});

test('the first open and live games are seen on a laptop without scrolling', async () => {
  await stageGames(table.server);
  for (const viewport of [{ width: 1280, height: 720 }, { width: 1366, height: 768 }]) {
    const home = await HomePage.open(await table.visitor({ viewport }));
    for (const part of [home.page.getByRole('heading', { name: 'Open games' }), home.page.getByRole('heading', { name: 'Live now' }),
      home.part('open-game').first(), home.part('live-game').first()]) {
      await part.waitFor();
      const { y, height } = await part.boundingBox();
      assert.ok(y + height <= viewport.height, `${y + height} of ${viewport.height}: ${await part.innerText()}`);
    }
  }
});

test('what is too much for the page is a way to the list of games', async () => {
  const host = await ApiPlayer.guest(table.server, 'Host');
  for (let i = 0; i < 15; i += 1) await host.createGame(BOARD);
  const home = await HomePage.open(await table.visitor());
  const more = home.page.locator('#more-open');
  await more.waitFor();
  assert.match(await more.innerText(), /^And \d+ more$/);
  assert.equal(await more.getAttribute('href'), '/games?phase=open');
});

test('each computer says how strong it is', async () => {
  const home = await HomePage.open(await table.visitor());
  for (const [level, words] of [[1, /just learned the rules/], [2, /beginner/], [3, /casual player/]]) {
    await home.part(`opponent-${level}`).waitFor();
    assert.match(await home.page.locator('label', { has: home.part(`opponent-${level}`) }).innerText(), words);
  }
});
