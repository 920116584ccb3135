// Characters have the shapes of the page's language: one character is written in several ways, and fonts have one of them.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { eventually } from './eventually.js';
import { HomePage } from './home-page.js';
import { byTurns } from './languages.js';
import { Table } from './table.js';

// The names of the faces for a language: "Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans".
const FACES = {
  ja: / JP\b|Hiragino|Yu Gothic|Meiryo/, ko: / KR\b|Apple SD Gothic|Malgun/, 'zh-Hans': / SC\b|YaHei/, 'zh-Hant': / TC\b|JhengHei/,
};
const PAGES = [['ja-JP', 'ja'], ['ko-KR', 'ko'], ['zh-CN', 'zh-Hans'], ['zh-TW', 'zh-Hant']];
// Each of the four languages writes some of these in its own way.
const DIFFERENT = '直骨角今';

const table = new Table();
afterEach(() => table.clear());

/** The fonts in which the text of an element is drawn. */
async function fontsOf(page, selector) {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

for (const [locale, language] of byTurns(PAGES)) {
  test(`${language} is written in the shapes of ${language}`, async () => {
    const { page } = await HomePage.open(await table.visitor({ viewport: { width: 1280, height: 800 }, locale }));
    for (const selector of ['h1', '#open-title', '#begin-label', '.strength', '.more > summary']) {
      // A part of the page appears when all parts above it have.
      await page.locator(selector).first().waitFor();
      await page.locator(selector).first().evaluate((element, text) => { element.textContent = text; }, DIFFERENT);
      await eventually(async () => {
        const fonts = await fontsOf(page, selector);
        assert.equal(fonts.length, 1, `${selector}: ${fonts}`);
        assert.match(fonts[0], FACES[language], selector);
      });
    }
  });
}

test('each language is called by its own name in its own shapes, also on an English page', async () => {
  const { page } = await HomePage.open(await table.visitor({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' }));
  await page.getByTestId('settings').click();
  for (const [language, face] of Object.entries(FACES)) {
    const fonts = await fontsOf(page, `dialog label[lang="${language}"] span`);
    assert.equal(fonts.length, 1, `${language}: ${fonts}`);
    assert.match(fonts[0], face, language);
  }
});
