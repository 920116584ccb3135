import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, snapshot } from './api-player.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

/** Tab until the focus is where `found` says; as a person would, with an end to their patience. */
async function tabTo(page, found, argument) {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await page.evaluate(found, argument)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`60 presses of Tab do not reach ${argument ?? found}`);
}

const onTestId = (testId) => document.activeElement?.dataset?.testid === testId;
const onBoard = () => document.activeElement?.dataset?.point !== undefined;

/** Arrow keys from point to point, then Enter. */
async function playByArrows(game, vertex) {
  await game.myTurn();
  await tabTo(game.page, onBoard);
  const letters = 'ABCDEFGHJ';
  for (let presses = 0; presses < 20; presses += 1) {
    const here = await game.page.evaluate(() => document.activeElement.dataset.point);
    if (here === vertex) break;
    const across = letters.indexOf(vertex[0]) - letters.indexOf(here[0]);
    const up = Number(vertex[1]) - Number(here[1]);
    const key = across > 0 ? 'ArrowRight' : across < 0 ? 'ArrowLeft' : up > 0 ? 'ArrowUp' : 'ArrowDown';
    await game.page.keyboard.press(key);
  }
  await game.page.keyboard.press('Enter');
  await eventually(async () => assert.notEqual(await game.stone(vertex), 'empty', vertex));
}

test('a whole game without a pointer', async () => {
  const { server } = table;
  const visitor = await table.visitor();
  const { page } = visitor;
  await HomePage.open(visitor);
  await tabTo(page, onTestId, 'new-game-9');
  await page.keyboard.press('Enter');
  const game = await GamePage.arrived(visitor);

  // The colours are drawn by lot; if the opponent is Black, a pass makes both cases one.
  const opponent = await ApiPlayer.guest(server, 'Ben');
  const { players } = await opponent.join(game.id);
  const mine = players.black.id === opponent.player.id ? 'white' : 'black';
  if (mine === 'white') await opponent.play(game.id, 'pass');

  await playByArrows(game, 'G7');
  await opponent.play(game.id, 'C3');
  await playByArrows(game, 'E5');
  await opponent.play(game.id, 'C4');

  // By its name; a name that will not do is refused in words, and the question stays.
  await game.myTurn();
  await page.keyboard.press('/');
  await page.keyboard.type('c4');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'C4' }).waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('g3');
  await page.keyboard.press('Enter');
  await game.shows('G3', mine);
  await opponent.play(game.id, 'pass');

  await game.myTurn();
  await page.keyboard.press('p');
  await page.getByTestId('confirm-yes').waitFor();
  await page.keyboard.press('Enter');
  await game.part('score-table').waitFor();
  const { scoring } = await snapshot(server, game.id);
  await opponent.command(game.id, { type: 'accept', version: scoring.version });
  await game.accepted(mine === 'black' ? 'white' : 'black', true);
  await tabTo(page, onTestId, 'accept');
  await page.keyboard.press('Enter');
  await game.part('result').waitFor();
  assert.equal((await snapshot(server, game.id)).phase, 'finished');
});

test('the keys walk through the moves', async () => {
  const { server } = table;
  const black = await ApiPlayer.guest(server, 'Ann');
  const white = await ApiPlayer.guest(server, 'Ben');
  const { id } = await black.createGame({ board: { width: 9, height: 9 }, color: 'black' });
  await white.join(id);
  for (const [player, move] of [[black, 'E5'], [white, 'C3'], [black, 'G7']]) await player.play(id, move);
  const game = await GamePage.open(await table.visitor(), id);
  await game.shows('G7', 'black');
  const { keyboard } = game.page;
  await keyboard.press('ArrowLeft');
  await game.shows('G7', 'empty');
  await keyboard.press('Home');
  await game.shows('E5', 'empty');
  await keyboard.press('ArrowRight');
  await game.shows('E5', 'black');
  await game.shows('C3', 'empty');
  await keyboard.press('End');
  await game.shows('G7', 'black');
});
