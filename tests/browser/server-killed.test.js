import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import * as api from './api-player.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

test('both pages come back by themselves after kill -9 and play on', async () => {
  const { server } = table;
  const ann = await (await HomePage.open(await table.visitor())).newGame(9);
  const ben = await (await HomePage.open(await table.visitor())).join(ann.id);
  const black = await Promise.any([ann, ben].map((game) => game.myTurn().then(() => game)));
  const white = black === ann ? ben : ann;
  const play = async (mover, vertex, stone) => {
    await mover.click(vertex);
    for (const game of [ann, ben]) await game.shows(vertex, stone);
  };
  await play(black, 'E5', 'black');
  await play(white, 'C3', 'white');
  await play(black, 'G3', 'black');

  for (const game of [ann, ben]) {
    game.visitor.serverMayBeAway = true;
    await game.page.evaluate(() => (window.neverReloaded = true));
  }
  const before = await api.events(server, ann.id);
  await server.kill();
  for (const game of [ann, ben]) await game.offline();
  await server.launch();
  for (const game of [ann, ben]) {
    await game.online();
    assert.equal(await game.page.evaluate(() => window.neverReloaded), true);
  }
  // Nothing is lost; the clock that ran gets its time back.
  const kept = await api.events(server, ann.id);
  assert.deepEqual(kept.slice(0, before.length), before);
  assert.deepEqual(kept.slice(before.length).map(({ type }) => type), ['credited']);

  await play(white, 'C7', 'white');
  await play(black, 'G7', 'black');
  const after = await api.snapshot(server, ann.id);
  assert.deepEqual(after.moves.map(({ at }) => at), ['E5', 'C3', 'G3', 'C7', 'G7']);
  for (const game of [ann, ben]) assert.equal(await game.stones(), after.stones);
});

test('a page catches up with what happened while it was away', async () => {
  const { server } = table;
  const game = await api.startGame(server, { board: { width: 9, height: 9 } });
  const watcher = await GamePage.open(await table.visitor(), game.id);
  watcher.visitor.serverMayBeAway = true;
  await api.playMoves(game, ['E5', 'C3']);
  await watcher.shows('C3', 'white');
  await watcher.visitor.context.setOffline(true);
  await server.kill();
  await watcher.offline();
  await server.launch();
  await api.playMoves(game, ['G3', 'C7', 'G7']);
  await watcher.visitor.context.setOffline(false);
  await watcher.shows('G7', 'black');
  assert.equal(await watcher.stones(), (await api.snapshot(server, game.id)).stones);
});
