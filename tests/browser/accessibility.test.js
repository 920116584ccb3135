import { test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { FULL, RecordPage, bringRecord } from './record-page.js';
import { DEVICES } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { isAccessible } from './inspection.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const table = new Table();

/** A visitor on each device. The answer takes both to the next page, as a player or as a stranger. */
async function visitors(t) {
  // A hook after each test would end the visits with the first test inside another.
  t.after(() => table.clear());
  const all = [];
  for (const [device, options] of DEVICES) all.push([device, await table.visitor(options)]);
  return async (player, look) => {
    for (const [device, visitor] of all) {
      await visitor.context.clearCookies();
      if (player) await visitor.become(player);
      await look(visitor, device);
    }
  };
}

test('home page, empty', async (t) => {
  const as = await visitors(t);
  await as(null, async (visitor, device) => {
    const home = await HomePage.open(visitor);
    await isAccessible(home.page, device);
  });
});

test('the pages with games', async (t) => {
  const games = await stageGames(table.server);
  const as = await visitors(t);

  await t.test('home page', () => as(null, async (visitor, device) => {
    const home = await HomePage.open(visitor);
    await home.card('live-game', games.playing.id).waitFor();
    await home.card('open-game', games.open.id).waitFor();
    await home.card('finished-game', games.finished.id).waitFor();
    await isAccessible(home.page, device);
  }));

  for (const phase of ['open', 'playing', 'large', 'scoring', 'finished', 'asked', 'paused', 'offered', 'invited']) {
    await t.test(`game page, ${phase}`, async () => {
      for (const player of [games[phase].black, null]) {
        await as(player, async (visitor, device) => {
          const game = await GamePage.open(visitor, games[phase].id);
          await isAccessible(game.page, `${device}, ${player ? 'player' : 'spectator'}`);
        });
      }
    });
  }

  await t.test('game page, asking a question', () => as(games.playing.black, async (visitor, device) => {
    const game = await GamePage.open(visitor, games.playing.id);
    await game.part('resign').click();
    await game.part('confirm-yes').waitFor();
    await isAccessible(game.page, device);
  }));
});

test('the page of a record, and the list of records', async (t) => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [{ id }] = await bringRecord(table.server, ann, FULL);
  const as = await visitors(t);
  await as(ann, async (visitor, device) => {
    const record = await RecordPage.open(visitor, id);
    await isAccessible(record.page, `${device}, at the beginning`);
    await record.press('ArrowRight');
    await record.part('info').locator('summary').click();
    await isAccessible(record.page, `${device}, with marks and a comment`);
    await record.press('ArrowRight', 'ArrowDown', 'End');
    await isAccessible(record.page, `${device}, in a variation`);
    const home = await HomePage.open(visitor);
    await home.part('record').waitFor();
    await isAccessible(home.page, `${device}, the list`);
  });
});
