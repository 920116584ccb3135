import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { DEVICES } from './chromium-browser.js';
import { call } from './api-player.js';
import { actingOwner } from './owner.js';
import { isFit } from './inspection.js';
import { refusals } from './refusals.js';
import { Table } from './table.js';

// Where only members look, a card is a way in like others.
const table = new Table({ options: ['--viewing', 'members'] });
afterEach(() => table.clear());

/** A class with a pupil: {owner, path, player, card}, where `card` is the address of the printed card without the server. */
async function oneCard(name) {
  const owner = await actingOwner(table.server, `Teacher of ${name}`);
  const ask = (method, path, body) => call(table.server, method, `/api/v1/groups${path}`, { token: owner.token, body });
  const { id } = await ask('POST', '', { kind: 'class', name: '4 b' });
  const { cards: [{ player, secret }] } = await ask('POST', `/${id}/accounts`, { names: [name] });
  return { ask, id, player, card: `/card#${secret}` };
}

for (const [device, options] of DEVICES) {
  test(`a card signs in by a button, as often as one likes (${device})`, async () => {
    const { player, card } = await oneCard(`Nora ${device}`);
    for (let time = 0; time < 2; time += 1) {
      const { page } = await table.visitor(options);
      await page.goto(`${table.server.url}${card}`);
      await page.getByText('Your teacher gave you this card.').waitFor();
      assert.equal(new URL(page.url()).hash, '', 'nobody who looks over the shoulder finds a card');
      if (time === 0) await isFit(page, `card-${device}`);
      await page.getByTestId('send').click();
      await page.waitForURL(`${table.server.url}/`);
      const me = await page.evaluate(async () => (await fetch('/api/v1/me')).json());
      assert.equal(me.player.id, player.id);
      // The tab keeps nothing by which the next one at the device would come in.
      assert.equal(await page.evaluate(() => JSON.stringify({ ...sessionStorage }).includes('card')), false);
    }
  });
}

test('a short code is typed where nothing reads the picture, and a wrong one is said at its field', async () => {
  const { ask, id, player } = await oneCard('Small Card');
  const { cards: [{ short_code: code }] } = await ask('POST', `/${id}/cards`, { players: [player.id] });
  const visitor = await table.visitor();
  const { page } = visitor;
  await page.goto(`${table.server.url}/sign-in`);
  await page.getByTestId('by-card').click();
  await isFit(page, 'card-code');
  // The page before has asked who this is, where only members look.
  visitor.complaints = [];
  for (const wrong of ['1234', '0000-0000']) {
    await page.getByTestId('card-code').fill(wrong);
    await page.getByTestId('send-code').click();
    await page.getByTestId('code-problem').getByText('No card has this code.').waitFor();
    await page.getByTestId('code-problem').evaluate((place) => { place.textContent = ''; });
  }
  // What is no code at all was not asked about.
  refusals(visitor, 404);
  await page.getByTestId('card-code').fill(code.replace('-', ' ').toUpperCase());
  await page.getByTestId('card-code').press('Enter');
  await page.waitForURL(`${table.server.url}/`);
  assert.equal((await page.evaluate(async () => (await fetch('/api/v1/me')).json())).player.id, player.id);
});

test('a card that is good for nothing says so, and the next one is read in its place', async () => {
  const { ask, id, player, card } = await oneCard('Old Card');
  const { cards: [{ secret }] } = await ask('POST', `/${id}/cards`, { players: [player.id] });
  const visitor = await table.visitor();
  const { page } = visitor;
  await page.goto(`${table.server.url}${card}`);
  await page.getByTestId('send').click();
  await page.getByText('This card no longer works. Ask your teacher for a new one.').waitFor();
  assert.equal(await page.getByTestId('send').isVisible(), false);
  visitor.complaints = [];
  await page.evaluate((hash) => { location.hash = hash; }, secret);
  await page.getByTestId('send').click();
  await page.waitForURL(`${table.server.url}/`);
});
