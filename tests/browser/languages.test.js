// Pages in the language of their reader: as the browser wishes, or as chosen by hand, and then for good.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { findings } from './axe-findings.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { HomePage } from './home-page.js';
import { inspect } from './inspection.js';
import { Table } from './table.js';

const LANGUAGES = [['ja-JP', 'ja'], ['ko-KR', 'ko'], ['zh-CN', 'zh-Hans'], ['zh-TW', 'zh-Hant'], ['fr-FR', 'en']];

const table = new Table();
afterEach(() => table.clear());

const languageOf = (page) => page.evaluate(() => document.documentElement.lang);

for (const [locale, language] of LANGUAGES) {
  test(`a browser that wishes for ${locale} gets ${language}, and the page holds it`, async () => {
    const titles = new Set();
    for (const [device, options] of [['desktop', DESKTOP], ['phone', PHONE]]) {
      const home = await HomePage.open(await table.visitor({ ...options, locale }));
      assert.equal(await languageOf(home.page), language);
      titles.add(await home.page.locator('h1').first().innerText());
      await inspect(home.page, `home-${language}-${device}`);
      assert.deepEqual(await findings(home.page), []);
    }
    assert.equal(titles.size, 1);
    assert.equal([...titles].join() === 'Play Go', language === 'en', [...titles].join());
  });
}

test('a language that is chosen by hand is kept, on other pages and whatever the browser wishes', async () => {
  const home = await HomePage.open(await table.visitor({ ...DESKTOP, locale: 'ko-KR' }));
  await home.part('settings').click();
  await Promise.all([home.page.waitForEvent('load'), home.part('languages').getByText('日本語').click()]);
  assert.equal(await languageOf(home.page), 'ja');
  await home.page.goto(`${table.server.url}/learn`);
  assert.equal(await languageOf(home.page), 'ja');
  assert.equal(await home.page.title(), '囲碁入門 · Tengen');
});
