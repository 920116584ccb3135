import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, events, snapshot } from './api-player.js';
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

test('no computer answers inside the sound of a stone', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  for (const { level, player } of (await call(table.server, 'GET', '/api/v1/house')).players) {
    const { id } = await ann.createGame({ board: { width: 5, height: 5 }, color: 'black', opponent: player.id });
    await eventually(async () => assert.equal((await ann.snapshot(id)).phase, 'playing'));
    await ann.play(id, 'C3');
    await eventually(async () => assert.equal((await ann.snapshot(id)).moves.length, 2));
    // By the server's own clock, which a busy machine can only make longer.
    const [mine, answer] = (await events(table.server, id)).filter(({ type }) => type === 'played');
    assert.ok(answer.at - mine.at >= 400, `level ${level} after ${answer.at - mine.at} ms`);
  }
});

test('where no computer is chosen, a game waits for people', async () => {
  const home = await HomePage.open(await table.visitor());
  await home.part('opponent-person').waitFor();
  assert.equal(await home.part('opponent-person').isChecked(), true);
  const game = await home.newGame(9);
  const { phase, settings } = await snapshot(table.server, game.id);
  assert.deepEqual([phase, settings.opponent], ['open', null]);
});
