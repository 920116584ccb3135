// Moves that are tried beside a record and on a study board, and how any scene tries some.

import { call } from './api-player.js';

const point = (page, at) => page.locator(`[data-testid="board"] [data-point="${at}"]`);

/** Tries two moves and a variation of the second, as a stranger. The tab forgets them, so that no other scene has them. */
export async function tryMoves(page, free) {
  const pressed = page.getByTestId('trying-switch').and(page.locator('[aria-pressed="true"]'));
  await page.getByTestId('trying-switch').click();
  await pressed.waitFor();
  for (const at of free) {
    if (at === free.at(-1)) await page.keyboard.press('ArrowLeft');
    await point(page, at).click();
  }
  // Once all are judged nothing more is kept.
  await page.waitForFunction((count) => {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith('tengen.tried.'));
    if (names.filter((name) => sessionStorage.getItem(name).includes('"captured"')).length < count) return false;
    for (const name of names) sessionStorage.removeItem(name);
    return true;
  }, free.length);
}

/** Marks a point beside the game or the record, and writes something about the position. */
export async function markMove(page, free) {
  await tryMoves(page, free);
  await page.getByTestId('tool-letter').click();
  await point(page, free[1]).click();
  await page.locator('.label-ground').first().waitFor();
  await page.getByTestId('tree-words').fill('Here.');
  await page.evaluate(() => sessionStorage.clear());
}

/** Somebody shows the tree that is kept beside a finished game, and the opponent shows one, too. */
export async function stageSharing(server, { finished }, reader) {
  const change = (player) => call(server, 'PATCH', `/api/v1/games/${finished.id}/variations`, {
    token: player.token, body: { changes: [
      { id: 'a', from: { move: 2, event: 3 }, move: 'A1', words: 'Here.', marks: { triangle: ['A1'] } }, { id: 'b', parent: 'a', move: 'J1' }, { id: 'c', parent: 'a', move: 'J9', order: 1 },
    ] },
  });
  const show = (player, wish) => call(server, 'POST', `/api/v1/games/${finished.id}/variations/share`, { token: player.token, body: wish });
  for (const player of [reader, finished.white]) await change(player);
  await show(finished.white, { grows: true, with: 'opponent' });
  await show(reader, { grows: true });
  return (await show(reader, { grows: false })).secret;
}

/** Both colours of a game that began in a position, with a clock, by one member. */
export async function stageLocal(member) {
  const position = { stones: '.'.repeat(81), to_move: 'black', moves: 'E5,C3,G7' };
  const game = await member.createGame({ board: { width: 9, height: 9 }, local: true, position, clock: { system: 'simple', period: 86_400_000 } });
  const play = (turn, at, color) => member.command(game.id, { type: 'play', turn, at, color });
  await play(0, 'C7', 'white');
  await play(1, 'G3', 'black');
  return { id: game.id, black: member };
}

/** The owner begins to edit the record at its first move. The browser knows the owner from the page on which the record was brought. */
async function editRecord(page) {
  await page.locator('[data-ready]').waitFor();
  await page.evaluate(async () => localStorage.setItem('tengen.player', JSON.stringify((await (await fetch('/api/v1/me')).json()).player)));
  await page.reload();
  await page.locator('[data-ready]').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByTestId('edit').click();
  await page.getByTestId('edit-save').waitFor();
}

export const TRYING_SCENES = [
  { name: 'game of both colours', address: ({ local }) => `/games/${local.id}`, who: ({ local }) => local.black, ready: (page) => page.locator('[data-ready]').waitFor() },
  { name: 'study, playing from here', address: () => `/study?board=9x9&stones=${'.'.repeat(40)}B${'.'.repeat(40)}&to_move=white`, ready: async (page) => {
    await point(page, 'A1').waitFor({ state: 'attached' });
    await page.getByTestId('from-here').click();
    await page.locator('dialog[open]').waitFor();
  } },
  { name: 'shared variations', address: ({ shared }) => `/shared#${shared}`, ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await page.getByTestId('tree-words-text').waitFor();
  } },
  { name: 'shared variations, none', missing: true, address: () => '/shared#none', ready: (page) => page.locator('#absent').waitFor() },
  { name: 'game, showing variations', address: ({ finished }) => `/games/${finished.id}`, who: ({ finished }) => finished.white, ready: async (page) => {
    await page.getByTestId('show-sharing').click();
    await page.getByTestId('end-share').first().waitFor();
    await page.getByTestId('shares-link').click();
    await page.getByTestId('made-link').getByTestId('share-link').waitFor();
  } },
  { name: 'record, trying', address: ({ record }) => `/records/${record.id}`, ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await tryMoves(page, ['G3', 'G4', 'G5']);
  } },
  { name: 'record, marked', address: ({ record }) => `/records/${record.id}`, ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await markMove(page, ['G3', 'G4', 'G5']);
  } },
  { name: 'record, editing', address: ({ record }) => `/records/${record.id}`, who: ({ playing }) => playing.black, ready: async (page) => {
    await editRecord(page);
    await page.getByTestId('info').locator('summary').click();
    await page.getByTestId('tool-letter').click();
    await point(page, 'G4').click();
    await page.getByTestId('node-comment').fill('1.');
    await page.locator('.edit-count.some').waitFor();
  } },
  { name: 'record, editing the headline', address: ({ record }) => `/records/${record.id}`, who: ({ playing }) => playing.black, ready: async (page) => {
    await editRecord(page);
    await page.getByTestId('edit-facts').click();
    await page.locator('dialog[open]').waitFor();
    await page.getByTestId('fact-komi').fill('?');
    await page.getByTestId('facts-yes').click();
    await page.locator('#fact-komi-problem:not(:empty)').waitFor();
  } },
  { name: 'record, estimate', address: ({ record }) => `/records/${record.id}`, ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await page.keyboard.press('End');
    await page.getByTestId('estimate').click();
    await page.locator('#board .territory').first().waitFor();
  } },
  { name: 'study', address: () => '/study?board=9x9', ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    for (const at of ['E5', 'C3', 'G7']) await point(page, at).click();
    await page.keyboard.press('ArrowLeft');
    await point(page, 'G3').click();
    await page.keyboard.press('ArrowLeft');
    await page.getByTestId('ways').waitFor();
    await page.evaluate(() => sessionStorage.clear());
  } },
  { name: 'study, setting up', address: () => '/study?board=torus+9x9&rules=aga-button&komi=7.5', ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await page.getByTestId('tool-black').check({ force: true });
    await point(page, 'E5').click();
  } },
  { name: 'study, marks', address: () => '/study?board=9x9', ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await page.getByTestId('tool-mark').check({ force: true });
    await point(page, 'E5').click();
    await page.getByTestId('tree-words').waitFor();
    await page.evaluate(() => sessionStorage.clear());
  } },
  { name: 'study, choosing', address: () => '/study?board=hexagon+5&suicide=allowed', ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await page.getByTestId('choose').click();
    await page.locator('dialog[open]').waitFor();
    await page.getByTestId('rules-custom').locator('summary').click();
  } },
  { name: 'study, estimate', address: () => '/study?board=5x5&stones=.....BBB..WWW............', ready: async (page) => {
    await page.locator('[data-ready]').waitFor();
    await page.getByTestId('estimate').click();
    await page.locator('#board .territory').first().waitFor();
  } },
];
