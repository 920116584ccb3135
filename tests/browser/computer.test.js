import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { snapshot } from './api-player.js';
import { findings } from './axe-findings.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { HomePage } from './home-page.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

test('alone on a new server: two clicks, and the computer plays', async () => {
  const home = await HomePage.open(await table.visitor(PHONE));
  await home.part('opponent-1').check();
  assert.deepEqual(await findings(home.page), []);
  await home.pace('none');
  const game = await home.newGame(9);
  await eventually(async () => assert.equal((await snapshot(table.server, game.id)).phase, 'playing'));
  await game.says('facts', /no clock/);
  const { players } = await snapshot(table.server, game.id);
  const computer = [players.black, players.white].find((player) => player.name === 'Computer 1');
  assert.equal(computer.guest, false);
  const moves = async () => (await snapshot(table.server, game.id)).moves.length;
  // The lot decides who begins; the computer may have taken a point already.
  await game.myTurn();
  const before = await moves();
  const free = (await game.stone('C3')) === 'empty' ? 'C3' : 'G7';
  await game.point(free).tap();
  await game.point(free).tap();
  await eventually(async () => assert.equal(await moves(), before + 2));
  await game.myTurn();
});

test('where no computer is chosen, a game waits for people', async () => {
  const home = await HomePage.open(await table.visitor());
  await home.part('opponent-person').waitFor();
  assert.equal(await home.part('opponent-person').isChecked(), true);
  const game = await home.newGame(9);
  const { phase, settings } = await snapshot(table.server, game.id);
  assert.deepEqual([phase, settings.opponent], ['open', null]);
});
