// The help that players may have in their own game: chosen with it, and told to whoever thinks of joining.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { DEVICES } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { snapshot } from './api-player.js';
import { HomePage } from './home-page.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

async function openForm(options) {
  const home = await HomePage.open(await table.visitor(options));
  await home.page.locator('#more > summary').click();
  await home.part('rules-custom').waitFor();
  return home;
}

/** Makes the game of the form; answers its page, and what its settings say of aids. */
async function make(home) {
  await home.part('create-game').click();
  const game = await GamePage.arrived(home.visitor);
  return { game, aids: (await snapshot(table.server, game.id)).settings.aids };
}

for (const [device, options] of DEVICES) {
  test(`the help in a game is chosen, and said before somebody joins, on a ${device}`, async () => {
    const home = await openForm(options);
    await home.part('aids').selectOption({ label: 'Both' });
    await isFit(home.page, `home-aids-${device}`);
    const { game, aids } = await make(home);
    assert.deepEqual(aids, { variations: true, estimate: true });
    await game.says('facts', /· players may try moves and see estimates/);

    const other = await HomePage.open(await table.visitor(options));
    await eventually(async () => assert.match(await other.card('open-game', game.id).innerText(), /· players may try moves and see estimates/));
    const list = await table.visitor(options);
    await list.page.goto(`${table.server.url}/games?phase=open`);
    await list.page.locator(`[data-game="${game.id}"]`).getByText('players may try moves and see estimates').waitFor();
  });
}

test('a choice is for this game alone, and without one the server knows the usual help', async () => {
  const words = { estimate: /· players may see estimates/, variations: /· players may try moves/ };
  for (const [choice, aids] of [['estimate', { variations: false, estimate: true }], ['variations', { variations: true, estimate: false }], ['none', { variations: false, estimate: false }]]) {
    const home = await openForm();
    await home.part('aids').selectOption(choice);
    if (choice === 'none') await home.part('time-pace').selectOption('days');
    const made = await make(home);
    assert.deepEqual(made.aids, aids, choice);
    if (words[choice]) await made.game.says('facts', words[choice]);
  }
  for (const [pace, aids] of [['normal', { variations: false, estimate: false }], ['days', { variations: true, estimate: false }]]) {
    const home = await openForm();
    await home.part('time-pace').selectOption(pace);
    assert.deepEqual((await make(home)).aids, aids, pace);
  }
});
