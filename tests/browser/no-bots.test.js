// A game that takes no bots: a choice of the form, and a fact wherever a game is told of.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, Refusal, call, snapshot } from './api-player.js';
import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

/** A member's bot. The names are nobody's yet. */
async function newBot(name) {
  const { token } = await ApiPlayer.member(table.server, `Ann of ${name}`);
  const { player, secret } = await call(table.server, 'POST', '/api/v1/bots', { token, body: { name } });
  return new ApiPlayer(table.server, player, secret);
}

async function openForm(options, query = '') {
  const visitor = await table.visitor(options);
  await visitor.page.goto(`${table.server.url}/${query}`);
  const home = new HomePage(visitor);
  await home.page.locator('#more > summary').click();
  await home.part('rules-custom').waitFor();
  await home.part('opponent-person').waitFor();
  return home;
}

for (const [device, options] of DEVICES) {
  test(`a game is made without bots, says so, and takes none, on a ${device}`, async () => {
    const home = await openForm(options);
    assert.equal(await home.part('no-bots').isChecked(), false);
    await home.part('no-bots').check();
    await isFit(home.page, `home-no-bots-${device}`);
    await home.part('create-game').click();
    const game = await GamePage.arrived(home.visitor);
    await game.says('facts', /· no bots/);
    assert.equal((await snapshot(table.server, game.id)).settings.no_bots, true);

    const other = await HomePage.open(await table.visitor(options));
    await eventually(async () => assert.match(await other.card('open-game', game.id).innerText(), /· no bots/));
    const list = await table.visitor(options);
    await list.page.goto(`${table.server.url}/games?phase=open`);
    await list.page.locator(`[data-game="${game.id}"]`).getByText('no bots').waitFor();

    const robot = await newBot(`Robot ${device}`);
    await assert.rejects(robot.join(game.id), (refusal) => refusal instanceof Refusal && refusal.problem.code === 'no_bots');
    await other.join(game.id);
    await game.more();
    await game.says('facts', /· no bots/);
  });
}

test('whoever plays against a program is not asked, and a choice of before does not count', async () => {
  const home = await openForm();
  await home.part('no-bots').check();
  await home.part('opponent-1').check();
  await home.part('no-bots').waitFor({ state: 'hidden' });
  await home.part('opponent-person').check();
  assert.equal(await home.part('no-bots').isChecked(), true);
  await home.part('opponent-1').check();
  await home.part('create-game').click();
  const game = await GamePage.arrived(home.visitor);
  assert.equal((await snapshot(table.server, game.id)).settings.no_bots, false);

  // A bot that the address names is a program, too, and anybody else is not.
  const robot = await newBot('Robot offered');
  const offer = await openForm({}, `?opponent=${robot.player.id}`);
  await offer.part('no-bots').waitFor({ state: 'hidden' });
  const ben = await ApiPlayer.guest(table.server, 'Ben');
  const toBen = await openForm({}, `?opponent=${ben.player.id}`);
  await toBen.part('no-bots').check();
  await toBen.part('create-game').click();
  const offered = await GamePage.arrived(toBen.visitor);
  const { settings } = await snapshot(table.server, offered.id);
  assert.deepEqual([settings.no_bots, settings.opponent], [true, ben.player.id]);
});
