import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, call } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { isFit } from './inspection.js';
import { actingOwner } from './owner.js';
import { Table } from './table.js';

const DAY = 86_400_000;

const table = new Table();
afterEach(() => table.clear());

test('a line of an owner stands on every page, and is only words', async () => {
  const { act } = await actingOwner(table.server, 'Olga Announcer');
  await act('announcements', { act: 'announce', texts: { en: 'On Sunday the server <i>stops</i> at eight.' }, until: Date.now() + DAY });
  const visitor = await table.visitor(PHONE);
  for (const path of ['/', '/games', '/watch', '/learn', '/sign-in', '/api']) {
    await visitor.page.goto(`${table.server.url}${path}`);
    const line = visitor.page.getByRole('complementary', { name: 'From the people who run this server' });
    assert.equal((await line.innerText()).trim(), 'On Sunday the server <i>stops</i> at eight.', path);
  }
  await visitor.page.goto(`${table.server.url}/`);
  await visitor.page.getByTestId('new-game-9').waitFor();
  await isFit(visitor.page, 'announced-phone');
  const { announcements } = await call(table.server, 'GET', '/api/v1/announcements');
  await act('announcements', { act: 'take_back', id: announcements[0].id });
  await visitor.page.reload();
  assert.equal(await visitor.page.locator('.announcements').count(), 0);
});

test('whoever opens a void game reads that it counts nowhere', async () => {
  const { act } = await actingOwner(table.server, 'Olga Voider');
  const [black, white] = [await ApiPlayer.guest(table.server, 'Ann'), await ApiPlayer.guest(table.server, 'Ben')];
  const { id } = await black.createGame({ board: { width: 9, height: 9 }, color: 'black' });
  await white.join(id);
  for (const [player, move] of [[black, 'E5'], [white, 'C3']]) await player.play(id, move);
  await black.command(id, { type: 'resign' });
  const visitor = await table.visitor();
  await visitor.page.goto(`${table.server.url}/games/${id}`);
  await visitor.page.getByTestId('result').waitFor();
  assert.equal(await visitor.page.getByTestId('voided').count(), 0);
  await act(`games/${id}`, { act: 'void' });
  await visitor.page.reload();
  await visitor.page.getByTestId('voided').waitFor();
  assert.equal(await visitor.page.getByTestId('voided').innerText(), "The staff has declared this game void. It doesn't count.");
  await isFit(visitor.page, 'voided-desktop');
});
