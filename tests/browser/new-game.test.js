import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { DAY, MINUTE, SECOND } from './seconds.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

/** The settings that a click sent to the server. */
async function wish(home, click) {
  const asked = home.page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/v1/games'));
  await click();
  const body = (await asked).postDataJSON();
  return { body, game: await GamePage.arrived(home.visitor) };
}

async function openMore() {
  const home = await HomePage.open(await table.visitor());
  await home.page.locator('#more > summary').click();
  await home.part('rules-custom').waitFor();
  return home;
}

test('one click takes the pace that is chosen, and lists show its clock in short', async () => {
  const home = await HomePage.open(await table.visitor());
  await home.says('new-game-9', /5m \+ 3×20s/);
  const { body, game } = await wish(home, () => home.part('new-game-9').click());
  assert.deepEqual(body.clock, { system: 'byo-yomi', main: 5 * MINUTE, periods: 3, period: 20 * SECOND });
  await game.says('facts', /5m \+ 3×20s/);
  const other = await HomePage.open(await table.visitor());
  await eventually(async () => assert.match(await other.card('open-game', game.id).innerText(), /9×9 · 5m \+ 3×20s/));
});

test('days and no clock are a click away, on a phone, too', async () => {
  const home = await HomePage.open(await table.visitor(PHONE));
  await home.pace('days');
  await home.says('new-game-19', /3d a move/);
  const days = await wish(home, () => home.part('new-game-19').click());
  assert.deepEqual(days.body.clock, { system: 'simple', period: 3 * DAY });
  const again = await HomePage.open(home.visitor);
  await again.pace('none');
  const none = await wish(again, () => again.part('new-game-13').click());
  assert.equal(none.body.clock, null);
});

test('a system of one\'s own is put together in plain words', async () => {
  const home = await openMore();
  await home.part('time-pace').selectOption('canadian');
  await home.part('clock-main').fill('1.5');
  await home.part('clock-main-unit').selectOption('hour');
  await home.part('clock-stones').fill('15');
  await home.part('delay').selectOption({ label: '5m' });
  const { body, game } = await wish(home, () => home.part('create-game').click());
  assert.deepEqual(body.clock, { system: 'canadian', main: 90 * MINUTE, stones: 15, period: 10 * MINUTE });
  assert.equal(body.delay, 5 * MINUTE);
  await game.says('facts', /1h 30m \+ 15 stones in 10m.*spectators 5m behind/);
});

test('the presets follow the size of the board, and a time that will not do is named at its field', async () => {
  const home = await openMore();
  const normal = () => home.part('time-pace').locator('option[value="normal"]').innerText();
  assert.equal(await normal(), 'Normal: 20m + 5×30s');
  await home.part('board-width').fill('9');
  await home.part('board-height').fill('9');
  await home.part('board-height').blur();
  await eventually(async () => assert.equal(await normal(), 'Normal: 5m + 3×20s'));
  await home.part('time-pace').selectOption('simple');
  await home.part('clock-period').fill('0.5');
  await home.part('clock-period-unit').selectOption('second');
  home.visitor.serverMayBeAway = true;
  await home.part('create-game').click();
  await home.page.locator('#clock-period-problem').filter({ hasText: 'from 1 second to 30 days' }).waitFor();
});
