import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, startGame } from './api-player.js';
import { DEVICES, PHONE } from './chromium-browser.js';
import { eventually } from './eventually.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const NINE = { board: { width: 9, height: 9 } };

/** A finished game, one that is played, and one that waits. */
async function stage() {
  const finished = await startGame(table.server, NINE);
  await playMoves(finished, ['C3', 'G7', 'G3']);
  await finished.white.command(finished.id, { type: 'resign' });
  const playing = await startGame(table.server, { board: { width: 13, height: 13 }, rules: 'chinese' });
  const open = await (await ApiPlayer.guest(table.server, 'Dan')).createGame({});
  return { finished, playing, open };
}

async function arrive(visitor, query = '') {
  await visitor.page.goto(`${visitor.server.url}/games${query}`);
  await visitor.page.waitForFunction(() => /game/.test(document.querySelector('[data-testid="found-said"]')?.textContent)
    && !/Looking/.test(document.querySelector('[data-testid="found-said"]').textContent));
  return visitor.page;
}

const shown = (page) => page.getByTestId('row').evaluateAll((rows) => rows.map((row) => row.dataset.game));

test('games are found by the fields of the interface, by keyboard, and a link shares the search', async () => {
  const { finished, playing, open } = await stage();
  const visitor = await table.visitor();
  const page = await arrive(visitor);
  assert.deepEqual(await shown(page), [open.id, playing.id, finished.id]);
  assert.match(await page.locator(`[data-game="${finished.id}"]`).innerText(), /Black wins by resignation[^]*9×9 · Japanese rules · 3 moves/);
  assert.match(await page.locator(`[data-game="${playing.id}"]`).innerText(), /Black to move/);

  await page.getByLabel('Status').focus();
  await page.keyboard.type('Fin');
  await page.getByLabel('Result').focus();
  await page.keyboard.type('Black');
  await page.keyboard.press('Tab');
  await page.getByTestId('find').press('Enter');
  await eventually(async () => assert.deepEqual(await shown(page), [finished.id]));
  assert.equal(new URL(page.url()).search, '?phase=finished&result=black');
  await page.goBack();
  await eventually(async () => assert.equal((await shown(page)).length, 3));
  assert.equal(await page.getByLabel('Status').inputValue(), '');

  const shared = await arrive(await table.visitor(PHONE), `?phase=playing,scoring&player=${playing.black.player.id}&color=black&rules=chinese`);
  assert.deepEqual(await shown(shared), [playing.id]);
  assert.equal(await shared.getByLabel('Colour of this player').inputValue(), 'black');
  // A pasted address of a player's page means that player.
  await shared.getByTestId('filter-player').fill(`${table.server.url}/players/${finished.white.player.id}`);
  await shared.getByLabel('Status').selectOption('');
  await shared.getByLabel('Rules').selectOption('');
  await shared.getByLabel('Colour of this player').selectOption('white');
  await shared.getByTestId('find').click();
  await eventually(async () => assert.deepEqual(await shown(shared), [finished.id]));

  await shared.getByLabel('First moves').fill('Q16');
  await shared.getByTestId('find').click();
  await shared.getByText('No games match.').waitFor();
  assert.equal(await shared.getByTestId('take-sgf').isVisible(), false);
});

test('what the server refuses is said at its field', async () => {
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  const { page } = visitor;
  await page.goto(`${table.server.url}/games`);
  await page.getByLabel('Player', { exact: true }).fill('Ann');
  await page.getByTestId('find').click();
  await page.getByText("This isn't a player's id.").waitFor();
  assert.equal(await page.getByTestId('filter-player').getAttribute('aria-invalid'), 'true');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'player');
  await page.getByLabel('Player', { exact: true }).fill('');
  await page.getByText('More filters').click();
  await page.getByLabel('First moves').fill('here');
  await page.getByTestId('find').click();
  await page.getByText('Enter one to ten moves').waitFor();
  assert.equal(await page.getByText("This isn't a player's id.").count(), 0);
  await page.goto(`${table.server.url}/games?colour=red`);
  await page.getByText("The server couldn't read that").waitFor();
});

test('rules that are rarely looked for have their name, and who has not played yet has no filters to drop', async () => {
  const page = await arrive(await table.visitor(), '?rules=formal&size=7x5');
  const shownIn = (name) => page.getByTestId(`filter-${name}`).evaluate((select) => select.selectedOptions[0].textContent);
  assert.equal(await shownIn('rules'), 'Formal rules');
  assert.equal(await shownIn('size'), '7×5');
  await page.getByText('No games match.').waitFor();
  const { player } = await ApiPlayer.guest(table.server, 'Ann');
  await page.goto(`${table.server.url}/players/${player.id}`);
  await page.getByText('No games yet.').waitFor();
});

test('a long list goes on, and Back leads to where one has read', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  for (let i = 0; i < 45; i += 1) await ann.createGame(NINE);
  const visitor = await table.visitor(PHONE);
  const page = await arrive(visitor, '?phase=open&size=9x9');
  assert.equal((await shown(page)).length, 20);
  await page.getByTestId('show-more').click();
  await eventually(async () => assert.equal((await shown(page)).length, 40));
  await page.getByTestId('show-more').click();
  await eventually(async () => assert.equal((await shown(page)).length, 45));
  assert.equal(await page.getByTestId('show-more').isVisible(), false);
  assert.equal(await page.getByTestId('found-said').innerText(), '45 games');
  const games = await shown(page);
  assert.equal(new Set(games).size, 45);
  const row = page.locator(`[data-game="${games[38]}"]`);
  await row.scrollIntoViewIfNeeded();
  const read = await page.evaluate(() => scrollY);
  assert.ok(read > 500, String(read));
  await row.locator('.row-game').click();
  await page.waitForURL(`**/games/${games[38]}`);
  await page.goBack();
  await eventually(async () => {
    assert.equal((await shown(page)).length, 45);
    assert.ok(Math.abs(await page.evaluate(() => scrollY) - read) < 4);
  });
});

test('a search that finds nothing among the latest games says so, and goes on further back', async () => {
  const { finished } = await stage();
  const visitor = await table.visitor();
  let empty = 0;
  await visitor.page.route('**/api/v1/games?*', (route) => {
    empty += 1;
    // Behind a press there is an empty page as well.
    if (empty > 9) return route.continue();
    return route.fulfill({ json: { games: [], next: '9999999999999.0000000000000000' } });
  });
  const page = await arrive(visitor, `?phase=finished&player=${finished.black.player.id}`);
  assert.equal(empty, 8);
  assert.equal(await page.getByTestId('found-said').innerText(), 'None among the latest games. There may be some further back.');
  await isFit(page, 'games-none-so-far');
  await page.getByTestId('show-more').click();
  await eventually(async () => assert.deepEqual(await shown(page), [finished.id]));
  assert.equal(await page.getByTestId('found-said').innerText(), '1 game');
  assert.equal(await page.getByTestId('show-more').isVisible(), false);
});

test('a press that finds nothing further says so beside the button, and where the list ends', async () => {
  await stage();
  const visitor = await table.visitor();
  const next = '9999999999999.0000000000000000';
  let asked = 0;
  await visitor.page.route('**/api/v1/games?*', async (route) => {
    asked += 1;
    if (asked > 1) return route.fulfill({ json: { games: [], next: asked > 10 ? null : next } });
    const page = await (await route.fetch()).json();
    return route.fulfill({ json: { ...page, next } });
  });
  const page = await arrive(visitor);
  const games = await shown(page);
  assert.ok(games.length > 0);
  const said = () => page.getByTestId('further').innerText();
  await page.getByTestId('show-more').press('Enter');
  await eventually(async () => assert.equal(await said(), 'No more found so far. There may be some further back.'));
  assert.equal(await page.getByTestId('further').getAttribute('role'), 'status');
  await isFit(page, 'games-none-further');
  await page.getByTestId('show-more').press('Enter');
  await eventually(async () => assert.equal(await said(), "That's all."));
  assert.equal(await page.getByTestId('show-more').isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.testid), 'further');
  assert.deepEqual(await shown(page), games);
});

test('what is found comes as a file', async () => {
  const { finished } = await stage();
  const page = await arrive(await table.visitor(), '?phase=finished&limit=1');
  for (const [format, inside] of [['sgf', ';B[cg]'], ['ndjson', finished.id], ['zip', `tengen-${finished.id}.sgf`]]) {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId(`take-${format}`).click()]);
    assert.equal(download.suggestedFilename(), `tengen-games.${format}`);
    assert.ok(readFileSync(await download.path()).includes(inside), format);
  }
});

test('the list is fit for everybody', async () => {
  await stage();
  for (const [device, options] of DEVICES) {
    const page = await arrive(await table.visitor(options));
    await page.getByText('More filters').click();
    await isFit(page, `games-${device}`);
  }
});

test('a day is written as where the browser is', async () => {
  const { finished } = await stage();
  for (const [locale, form] of [['en-GB', /\b\d{1,2} \p{L}{3,4} 20\d\d\b/u], ['en-US', /\b\p{L}{3} \d{1,2}, 20\d\d\b/u]]) {
    const page = await arrive(await table.visitor({ locale }));
    assert.match(await page.locator(`[data-game="${finished.id}"]`).innerText(), form, locale);
  }
});
