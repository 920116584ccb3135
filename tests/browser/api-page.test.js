// The page on which the interface is read: operations and shapes open, links lead to them, and nothing is in the way of a
// keyboard or a screen reader.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { thinned } from './api-page.js';
import { DEVICES } from './chromium-browser.js';
import { isFit } from './inspection.js';
import { Table } from './table.js';

const table = new Table();
afterEach(() => table.clear());

test('without JavaScript the page of the interface reads as a page, in its language', async () => {
  for (const [locale, said] of [['en-GB', /They are all in a file:/], ['ja', /ファイル/]]) {
    const { page } = await table.visitor({ ...DEVICES[0][1], javaScriptEnabled: false, locale });
    await page.goto(`${table.server.url}/api`);
    const text = await page.locator('body').innerText();
    assert.match(text, said);
    assert.doesNotMatch(text, /<|data-text/);
    assert.ok(await page.getByRole('link', { name: '/api/openapi.json' }).isVisible());
    for (const empty of await page.locator('h2').all()) assert.equal(await empty.isVisible(), false, 'no heading without a part');
  }
});

for (const [device, options] of DEVICES) {
  test(`the interface is read, ${device}`, async () => {
    const { page } = await table.visitor(options);
    await page.goto(`${table.server.url}/api`);
    const command = page.locator('#command');
    await command.waitFor();
    const described = await (await fetch(`${table.server.url}/api/openapi.json`)).json();
    const operations = Object.values(described.paths).flatMap((path) => Object.keys(path));
    assert.equal(await page.getByTestId('operation').count(), operations.length);

    await command.locator('summary').first().focus();
    await page.keyboard.press('Enter');
    const text = await command.innerText();
    for (const said of ['Needs a token.', 'scope “play”', '“Q16”'.replaceAll(/[“”]/g, '"'), 'illegal_move', '409']) {
      assert.ok(text.includes(said), `${said} in ${text}`);
    }
    // A link to a shape opens it.
    await command.getByRole('link', { name: 'EventAnswer' }).click();
    await page.locator('#shape-EventAnswer').getByText('The event to which the command led.').waitFor();
    // All that has no number of its own has room for a word in its place.
    const socket = page.locator('#socket');
    await socket.locator('summary').first().click();
    const other = await socket.getByText('other', { exact: true }).boundingBox();
    const why = await socket.getByText('No socket, and why.').boundingBox();
    assert.ok(other.x + other.width <= why.x, 'the word beside the answer');
    await thinned(page);
    await isFit(page, `api-${device}`);
  });
}
