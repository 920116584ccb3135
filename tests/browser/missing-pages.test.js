import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { FULL, bringRecord } from './record-page.js';
import { DEVICES } from './chromium-browser.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

const NOBODY = '4t9x2m8q6w1k5c7v';
const MISSING = [
  ['/nothing', 'There is nothing at this address'],
  ['/games//', 'There is nothing at this address'],
  ['/games/too-short', 'There is no such game'],
  [`/games/${NOBODY}`, 'There is no such game'],
  [`/players/${NOBODY}`, 'There is no such player'],
  ['/players/Ann', 'There is no such player'],
  [`/records/${NOBODY}`, 'There is no such record'],
];

test('what people type or cut short is a page, never raw JSON', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const visitor = await table.visitor();
  visitor.serverMayBeAway = true;
  const raw = [];
  for (const address of ['/games', '/games/', `/players/${ann.player.id}`, '/records', '/help', '/gmaes']) {
    const answer = await visitor.page.goto(`${table.server.url}${address}`);
    if (!/^text\/html/.test(answer.headers()['content-type'])) raw.push(address);
  }
  assert.deepEqual(raw, []);
});

test('an address without anything says so and leads on', async () => {
  const visitor = await table.visitor();
  // The browser itself complains of a page with the status 404.
  visitor.serverMayBeAway = true;
  const { page } = visitor;
  for (const [address, heading] of MISSING) {
    const answer = await page.goto(`${table.server.url}${address}`);
    assert.equal(answer.status(), 404, address);
    assert.match(answer.headers()['content-type'], /^text\/html/, address);
    assert.equal(await page.getByTestId('missing').innerText(), heading, address);
    assert.equal(await page.title(), `${heading} · Tengen`);
    await page.locator('site-links a').first().waitFor();
  }
  await page.getByRole('link', { name: 'Browse games' }).click();
  await page.waitForURL(`${table.server.url}/games`);
  await page.goto(`${table.server.url}/nothing`);
  await page.getByRole('link', { name: 'Play Go' }).click();
  await page.waitForURL(`${table.server.url}/`);
  await page.goto(`${table.server.url}/records`);
  assert.equal(new URL(page.url()).hash, '#records-title');
});

test('the page of what is missing is fit for everybody', async () => {
  for (const [device, options] of DEVICES) {
    const visitor = await table.visitor(options);
    visitor.serverMayBeAway = true;
    await visitor.page.goto(`${table.server.url}/games/too-short`);
    await visitor.page.locator('site-links a').first().waitFor();
    await isFit(visitor.page, `missing-${device}`);
  }
});

/** Where a part of the page begins, in pixels from the left. */
const leftOf = (page, part) => page.locator(part).first().evaluate((element) => element.getBoundingClientRect().left);

test('the foot of every page leads to all others, and stands under the text', async () => {
  const ann = await ApiPlayer.guest(table.server, 'Ann');
  const [record] = await bringRecord(table.server, ann, FULL);
  const { page } = await table.visitor();
  const pages = ['/', '/games', '/positions', '/account', '/tokens', '/api'];
  const ways = [...pages, '/learn', '/study'];
  for (const address of [...pages, '/study', `/players/${ann.player.id}`, `/records/${record.id}`]) {
    await page.goto(`${table.server.url}${address}`);
    const links = page.locator('site-links a');
    await links.first().waitFor();
    const there = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    for (const way of ways) assert.ok(there.includes(way), `${address}: ${there}`);
    if (pages.includes(address)) assert.equal(await leftOf(page, '.foot'), await leftOf(page, 'main'), address);
  }
});
