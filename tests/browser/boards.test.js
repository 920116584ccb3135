import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call, snapshot, startGame } from './api-player.js';
import { findings } from './axe-findings.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { some } from './long-run.js';
import { Table } from './table.js';

const LOOKS = some([
  ['dark, on a phone', { ...PHONE, colorScheme: 'dark' }],
  ['light', { ...DESKTOP, colorScheme: 'light' }],
]);

const table = new Table();
afterEach(() => table.clear());

/** The form under "More", with everything that the server knows of rules. */
async function openMore(options) {
  const home = await HomePage.open(await table.visitor(options));
  await home.page.locator('#more > summary').click();
  await home.part('rules-custom').waitFor();
  return home;
}

/** Makes the game as Black; answers the page, and the opponent who joined. */
async function create(home) {
  await home.page.locator('input[name="color"][value="black"]').check();
  const asked = home.page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/v1/games'));
  await home.part('create-game').click();
  const wish = (await asked).postDataJSON();
  const game = await GamePage.arrived(home.visitor);
  const white = await ApiPlayer.guest(table.server, 'Ben');
  await white.join(game.id);
  await game.myTurn();
  return { game, white, wish };
}

/** Every stone, by its point. */
async function stonesOf(game) {
  const all = await game.part('board').locator('[data-point]').evaluateAll((cells) =>
    cells.map(({ dataset }) => [dataset.point, dataset.stone]));
  return Object.fromEntries(all.filter(([, stone]) => stone !== 'empty'));
}

test('a torus: a click on a copy plays its point, and a capture goes across the seam', async () => {
  const home = await openMore();
  await home.part('board-kind').selectOption('torus');
  await home.part('board-width').fill('5');
  await home.part('board-height').fill('5');
  const { game, white, wish } = await create(home);
  assert.deepEqual(wish.board, { name: 'torus 5x5' });
  assert.equal(wish.rules, 'japanese');
  await game.says('facts', /torus 5×5/);

  // White's stone on the left edge loses its liberties; the last is E3, left of it across the seam.
  for (const [mine, theirs] of [['B3', 'A3'], ['A4', 'C1'], ['A2', 'D1']]) {
    await game.click(mine);
    await game.shows(mine, 'black');
    await white.play(game.id, theirs);
    await game.shows(theirs, 'white');
  }
  const copy = game.part('board').locator('[data-copy="E3"]');
  const { x } = await copy.boundingBox();
  assert.ok(x < (await game.point('A3').boundingBox()).x, 'the copy is left of the left edge');
  await game.myTurn();
  await copy.click();
  await game.shows('E3', 'black');
  await game.shows('A3', 'empty');
  await game.says('prisoners-black', '1');
  assert.equal((await snapshot(table.server, game.id)).moves.at(-1).at, 'E3');
  await eventually(async () => assert.equal(await game.part('board').locator('.beyond-stones .stone:not(.fading)').count(), 5));
});

test('the copies of a corner show its stone beyond both edges', async () => {
  const { id, black } = await startGame(table.server, { board: { name: 'torus 5x5' } });
  await black.play(id, 'A1');
  const game = await GamePage.open(await table.visitor(), id);
  await game.shows('A1', 'black');
  assert.equal(await game.part('board').locator('[data-copy="A1"][data-stone="black"]').count(), 2);
});

for (const [board, side, moves, facts] of [
  ['hexagon', 3, [['K1', 'A1'], ['L1', 'B1']], /hexagon of side 3/],
  ['petersen', null, [['A1', 'H1'], ['C1', 'K1']], /Petersen graph/],
]) {
  test(`${board}: created, played with pointer, keys and names, and without findings`, async () => {
    const home = await openMore();
    await home.part('board-kind').selectOption(board);
    if (side) await home.part('board-side').fill(String(side));
    const { game, white, wish } = await create(home);
    assert.deepEqual(wish.board, { name: side ? `${board} ${side}` : board });
    await game.says('facts', facts);
    for (const [mine, theirs] of moves) {
      await game.click(mine);
      await game.shows(mine, 'black');
      await white.play(game.id, theirs);
      await game.shows(theirs, 'white');
    }
    assert.equal(Object.keys(await stonesOf(game)).length, 4);
    // No coordinates along the edges: the name of a point stands beside it.
    assert.equal(await game.part('board').locator('.coordinate').count(), 0);
    await game.point('D1').hover();
    assert.equal(await game.part('board').locator('.point-name').textContent(), 'D1');

    // An arrow leads to a neighbour, and Enter plays there.
    await game.point('D1').focus();
    await game.page.keyboard.press('ArrowRight');
    const here = await game.page.evaluate(() => document.activeElement.dataset.point);
    const shape = await call(table.server, 'GET', `/api/v1/boards/${encodeURIComponent(wish.board.name)}`);
    const names = shape.lines.map((line) => line.map((point) => shape.points[point].at));
    assert.ok(names.some((line) => line.includes('D1') && line.includes(here)), `${here} is no neighbour of D1`);
    await game.point('E1').focus();
    await game.page.keyboard.press('Enter');
    await game.shows('E1', 'black');

    for (const [look, options] of LOOKS) {
      const watching = await GamePage.open(await table.visitor(options), game.id);
      assert.deepEqual(await findings(watching.page), [], look);
    }
    const lists = await HomePage.open(await table.visitor());
    await lists.card('live-game', game.id).locator('.miniature .flat-stone').first().waitFor();
  });
}

test('a finger plays on a figure with two taps', async () => {
  const { id, black } = await startGame(table.server, { board: { name: 'honeycomb 4' } });
  const game = await GamePage.open(await table.visitor({ ...PHONE, player: black }), id);
  await game.myTurn();
  await game.point('C1').tap();
  await game.says('status', /C1/);
  await game.point('C1').tap();
  await game.shows('C1', 'black');
});

test('chains on a figure are marked whole', async () => {
  const { id, black, white } = await startGame(table.server, { board: { name: 'petersen' }, rules: 'chinese' });
  for (const [player, move] of [[black, 'A1'], [white, 'C1'], [black, 'F1'], [white, 'pass'], [black, 'pass']]) {
    await player.play(id, move);
  }
  const game = await GamePage.open(await table.visitor({ player: black }), id);
  await game.part('score-table').waitFor();
  await game.point('F1').click();
  await game.says('status', /2 stones around F1/);
  assert.deepEqual(await findings(game.page), []);
});

test('another game like this one has the same board and the same rules', async () => {
  const rules = { preset: 'chinese', suicide: 'allowed' };
  const { id, black, white } = await startGame(table.server, { board: { name: 'petersen' }, rules, komi: 2.5 });
  await white.command(id, { type: 'resign' });
  const game = await GamePage.open(await table.visitor({ player: black }), id);
  await game.part('new-game').click();
  await game.page.waitForURL((url) => url.pathname.startsWith('/games/') && !url.pathname.endsWith(id));
  const again = await black.snapshot(game.id);
  assert.deepEqual(again.settings, (await black.snapshot(id)).settings);
});

test('custom rules: made in the picker, told on the page, with handicap stones to place', async () => {
  const home = await openMore();
  await home.page.locator('#width').fill('9');
  await home.page.locator('#height').fill('9');
  await home.part('rules-preset').selectOption('chinese');
  assert.equal(await home.part('komi').getAttribute('placeholder'), '7.5');
  await home.part('handicap').selectOption('2');
  assert.equal(await home.part('komi').getAttribute('placeholder'), '0.5');
  assert.equal(await home.part('rules-custom').getAttribute('open'), null);
  await home.part('rules-custom').locator('summary').click();
  await home.part('axis-suicide').selectOption('allowed');
  await home.part('axis-placement').selectOption('free');
  await home.page.getByText('Changed from Chinese rules: Suicide, Handicap stones').waitFor();
  assert.deepEqual(await findings(home.page), []);

  const { game, white, wish } = await create(home);
  assert.deepEqual(wish.rules, { preset: 'chinese', suicide: 'allowed', placement: 'free' });
  assert.deepEqual(wish.board, { width: 9, height: 9 });
  await game.says('facts', /Chinese rules, changed: Suicide, Handicap stones/);
  await game.says('status', /2 handicap stones to place/);
  assert.ok(await game.part('pass').isDisabled());
  await game.click('E5');
  await game.says('status', /1 handicap stone to place/);
  await game.click('C3');
  await game.says('turn', /White/);
  await white.play(game.id, 'G7');
  await game.myTurn();
  assert.ok(await game.part('pass').isEnabled());

  await game.more();
  await game.part('show-rules').click();
  const sheet = game.part('rules-sheet');
  assert.match(await sheet.locator('[data-axis="suicide"]').innerText(), /Suicide\s*changed\s*Allowed/);
  assert.equal(await sheet.locator('[data-axis]').count(), 14);
  assert.deepEqual(await findings(game.page), []);
});

test('a rule that will not do is named at its field, and a preset takes the changes back', async () => {
  const home = await openMore();
  // Chromium writes every refused request to the console.
  home.visitor.serverMayBeAway = true;
  await home.part('rules-custom').locator('summary').click();
  await home.part('axis-button').selectOption('first_pass');
  await home.part('rules-custom').locator('summary').click();
  await home.part('create-game').click();
  await home.page.locator('[data-field="rules.button"] [role="alert"]', { hasText: 'area' }).waitFor();
  assert.equal(await home.part('axis-button').getAttribute('aria-invalid'), 'true');
  assert.deepEqual(await findings(home.page), []);
  await home.part('board-kind').selectOption('petersen');
  await home.part('rules-preset').selectOption('aga');
  assert.equal(await home.part('axis-button').inputValue(), 'none');
  assert.equal(await home.part('axis-pass_stones').isChecked(), true);
  await home.part('handicap').selectOption('5');
  await home.part('create-game').click();
  await home.page.locator('[data-field="handicap"] [role="alert"]', { hasText: 'handicap' }).waitFor();
});

test('who takes the button is told', async () => {
  const { id, black, white } = await startGame(table.server, { board: { width: 9, height: 9 }, rules: 'aga-button' });
  const game = await GamePage.open(await table.visitor({ player: black }), id);
  await game.myTurn();
  await game.part('pass').click();
  await game.page.getByText('You take the button').waitFor();
  await game.part('confirm-yes').click();
  await game.says('player-black', /has the button/);
  await white.play(id, 'E5');
  await game.pass();
  await game.says('turn', /White/);
  await white.play(id, 'pass');
  await game.says('score-table', /Button\s+0\.5\s+0/);
});
