import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { playMoves, snapshot, startGame } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { GamePage } from './game-page.js';
import { Table } from './table.js';

const BOARD = { board: { width: 9, height: 9 } };

const table = new Table();
afterEach(() => table.clear());

async function atBoard(moves) {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, moves);
  const [black, white] = [game.black, game.white].map(async (player) => GamePage.open(await table.visitor({ player }), game.id));
  return { game, black: await black, white: await white };
}

const vertices = async ({ id }) => (await snapshot(table.server, id)).moves.map(({ at }) => at);

test('after one\'s own move one stone goes back, if the opponent lets it', async () => {
  const { game, black, white } = await atBoard(['E5', 'C3', 'G7']);
  await black.says('undo', 'Undo');
  await black.part('undo').click();
  await black.says('offer-undo', /You asked to take back G7\. Ben can answer until the next move\./);
  await white.says('offer-undo', /Ann asks to take back G7\./);
  await white.tells(/Ann asks to take back 1 move\./);
  await white.part('undo_accept').click();
  for (const page of [black, white]) {
    await page.shows('G7', 'empty');
    await page.shows('C3', 'white');
    await page.logs('Ben allowed the undo: the game is back at move 2.');
  }
  await black.myTurn();
  assert.deepEqual(await vertices(game), ['E5', 'C3']);
  await black.click('G3');
  await white.shows('G3', 'black');
});

test('on one\'s own turn the button says that two moves go back, captures and all', async () => {
  // White has just taken D5 and E5 is ko; both the answer and the taking before it go back.
  const { game, black, white } = await atBoard(['C5', 'F5', 'D4', 'E4', 'D6', 'E6', 'E5', 'D5']);
  await black.says('undo', 'Undo 2');
  await black.part('undo').click();
  await white.says('offer-undo', /Ann asks to take back 2 moves \(E5, D5\)\./);
  await white.part('undo_accept').click();
  for (const page of [black, white]) {
    await page.shows('D5', 'empty');
    await page.shows('E5', 'empty');
    await eventually(async () => assert.equal(await page.stones(), (await snapshot(table.server, game.id)).stones));
  }
});

test('the opponent may decline, after which it cannot be asked again in this position', async () => {
  const { game, black, white } = await atBoard(['E5', 'C3', 'G7']);
  await black.part('undo').click();
  await white.part('undo_reject').click();
  await black.logs('Ben declined the undo.');
  await black.part('offer-undo').waitFor({ state: 'detached' });
  assert.equal(await black.part('undo').isDisabled(), true);
  assert.deepEqual(await vertices(game), ['E5', 'C3', 'G7']);
});

test('who asked may withdraw, and a move answers, too', async () => {
  const { black, white, game } = await atBoard(['E5', 'C3', 'G7']);
  await black.part('undo').click();
  await black.part('undo_withdraw').click();
  await white.logs('Ann withdrew the undo request.');
  await white.part('offer-undo').waitFor({ state: 'detached' });
  await white.click('C7');
  await black.shows('C7', 'white');
  await black.part('undo').click();
  await white.part('offer-undo').waitFor();
  await black.click('G3');
  await white.part('offer-undo').waitFor({ state: 'detached' });
  assert.deepEqual(await vertices(game), ['E5', 'C3', 'G7', 'C7', 'G3']);
});

test('on a phone one request at a time covers the status, and no card', async () => {
  const game = await startGame(table.server, BOARD);
  await playMoves(game, ['E5', 'C3', 'G7']);
  const white = await GamePage.open(await table.visitor({ ...PHONE, player: game.white }), game.id);
  await game.black.command(game.id, { type: 'undo', turn: 3 });
  await white.part('offer-undo').waitFor();
  // The way back from an earlier move comes first, though the request was there before it.
  await white.page.keyboard.press('ArrowLeft');
  await white.part('offer-reading').waitFor();
  assert.equal(await white.part('offer-undo').isVisible(), false);
  const name = await white.part('player-white').getByText('Ben').boundingBox();
  const seen = ({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2).closest('[data-testid="player-white"]') !== null;
  assert.equal(await white.page.evaluate(seen, name), true);
  await white.part('back').click();
  await white.part('undo_accept').waitFor();
  assert.equal(await white.page.evaluate(seen, await white.part('player-white').getByText('Ben').boundingBox()), true);
});
