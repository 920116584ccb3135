import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { FULL, RecordPage, bringRecord } from './record-page.js';
import { findings } from './axe-findings.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const LOOKS = [
  ['light', { ...DESKTOP, colorScheme: 'light' }],
  ['dark', { ...DESKTOP, colorScheme: 'dark' }],
  ['light, on a phone', { ...PHONE, colorScheme: 'light' }],
  ['dark, on a phone', { ...PHONE, colorScheme: 'dark' }],
];

const table = new Table();
afterEach(() => table.clear());

test('home page, empty', async () => {
  for (const [look, options] of LOOKS) {
    const home = await HomePage.open(await table.visitor(options));
    assert.deepEqual(await findings(home.page), [], look);
  }
});

test('the pages with games', async (t) => {
  const games = await stageGames(table.server);

  await t.test('home page', async () => {
    for (const [look, options] of LOOKS) {
      const home = await HomePage.open(await table.visitor(options));
      await home.card('live-game', games.playing.id).waitFor();
      await home.card('open-game', games.open.id).waitFor();
      await home.card('finished-game', games.finished.id).waitFor();
      assert.deepEqual(await findings(home.page), [], look);
    }
  });

  for (const phase of ['open', 'playing', 'large', 'scoring', 'finished', 'asked', 'paused', 'offered', 'invited']) {
    await t.test(`game page, ${phase}`, async () => {
      for (const [look, options] of LOOKS) {
        for (const player of [games[phase].black, null]) {
          const game = await GamePage.open(await table.visitor({ ...options, player }), games[phase].id);
          assert.deepEqual(await findings(game.page), [], `${look}, ${player ? 'player' : 'spectator'}`);
        }
      }
    });
  }

  await t.test('game page, asking a question', async () => {
    for (const [look, options] of LOOKS) {
      const visitor = await table.visitor({ ...options, player: games.playing.black });
      const game = await GamePage.open(visitor, games.playing.id);
      await game.part('resign').click();
      await game.part('confirm-yes').waitFor();
      assert.deepEqual(await findings(game.page), [], look);
    }
  });
});

test('the page of a record, and the list of records', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, FULL);
  for (const [look, options] of LOOKS) {
    const record = await RecordPage.open(await table.visitor({ ...options, player: ann }), id);
    assert.deepEqual(await findings(record.page), [], `${look}, at the beginning`);
    await record.press('ArrowRight');
    await record.part('info').locator('summary').click();
    assert.deepEqual(await findings(record.page), [], `${look}, with marks and a comment`);
    await record.press('ArrowRight', 'ArrowDown', 'End');
    assert.deepEqual(await findings(record.page), [], `${look}, in a variation`);
    const home = await HomePage.open(record.visitor);
    await home.part('record').waitFor();
    assert.deepEqual(await findings(home.page), [], `${look}, the list`);
  }
});
