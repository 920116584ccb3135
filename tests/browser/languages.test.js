// Pages in the language of their reader: as the browser wishes, or as chosen by hand, and then for good.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer, playMoves, startGame } from './api-player.js';
import { DESKTOP, PHONE } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { inspect } from './inspection.js';
import { byTurns } from './languages.js';
import { DAY, MINUTE, SECOND } from './seconds.js';
import { Table } from './table.js';

const LANGUAGES = [['ja-JP', 'ja'], ['ko-KR', 'ko'], ['zh-CN', 'zh-Hans'], ['zh-TW', 'zh-Hant'], ['fr-FR', 'en']];

const table = new Table();
afterEach(() => table.clear());

const languageOf = (page) => page.evaluate(() => document.documentElement.lang);

for (const [locale, language] of byTurns(LANGUAGES)) {
  test(`a browser that wishes for ${locale} gets ${language}, and the page holds it`, async () => {
    const titles = new Set();
    for (const [device, options] of [['desktop', DESKTOP], ['phone', PHONE]]) {
      const home = await HomePage.open(await table.visitor({ ...options, locale }));
      assert.equal(await languageOf(home.page), language);
      titles.add(await home.page.locator('h1').first().innerText());
      await inspect(home.page, `home-${language}-${device}`);
    }
    assert.equal(titles.size, 1);
    assert.equal([...titles].join() === 'Play Go', language === 'en', [...titles].join());
  });
}

for (const locale of byTurns(['ja-JP', 'ko-KR', 'zh-CN', 'en-GB'])) {
  test(`a line of facts breaks between facts, not within one (${locale})`, async () => {
    const clock = { system: 'byo-yomi', main: 20 * MINUTE, periods: 5, period: 30 * SECOND };
    const { id, black } = await startGame(table.server, { rules: 'chinese', handicap: 3, clock });
    const { page } = await GamePage.open(await table.visitor({ ...PHONE, locale, player: black }), id);
    const facts = await page.getByTestId('facts').locator('.fact').evaluateAll((all) =>
      all.map((fact) => ({ text: fact.textContent, lines: Math.round(fact.getBoundingClientRect().height / parseFloat(getComputedStyle(fact).lineHeight)) })));
    assert.equal(facts.length, 5);
    assert.deepEqual(facts.filter(({ lines }) => lines !== 1), []);
    const heights = await page.getByTestId('facts').evaluate((line) => line.getBoundingClientRect().height / parseFloat(getComputedStyle(line).lineHeight));
    assert.ok(heights > 1.5, 'they need two lines');
  });
}

for (const [locale, name] of byTurns([['ja-JP', /^ゲスト\d{4}$/], ['ko-KR', /^손님 \d{4}$/], ['en-GB', /^Guest \d{4}$/]])) {
  test(`a guest without a name is called so in their language (${locale})`, async () => {
    const home = await HomePage.open(await table.visitor({ ...PHONE, locale }));
    await home.newGame(9);
    await HomePage.open(home.visitor);
    await home.says('player-name', name);
  });
}

for (const locale of byTurns(['ja-JP', 'ko-KR', 'en-GB'])) {
  test(`a question in two lines covers no card of a phone (${locale})`, async () => {
    const [ann, ben] = await Promise.all(['ゲスト7530', 'ゲスト8924'].map((name) => ApiPlayer.guest(table.server, name)));
    const { id } = await ann.createGame({ board: { width: 9, height: 9 }, color: 'black' });
    await ben.join(id);
    await playMoves({ id, black: ann, white: ben }, ['E5', 'C3']);
    const { page } = await GamePage.open(await table.visitor({ ...PHONE, locale, player: ann }), id);
    const words = page.locator('game-offers p').filter({ hasText: ben.player.name });
    await words.waitFor();
    const [card, asked, line] = await Promise.all([page.locator('#card-bottom'), page.locator('game-offers'), words].map((part) => part.boundingBox()));
    assert.ok(line.height > 28, `${line.height}: two lines`);
    assert.ok(card.y + card.height <= asked.y + 0.5, `a card to ${card.y + card.height}, a question from ${asked.y}`);
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
  // It outlives the browser.
  const kept = (await home.visitor.context.cookies()).find(({ name }) => name === 'tengen_language');
  assert.ok(kept.expires * SECOND > Date.now() + 300 * DAY, String(kept.expires));
});

test('keys walk over the languages, and the closing of the sheet takes the last one', async () => {
  const home = await HomePage.open(await table.visitor({ ...DESKTOP, locale: 'en-US' }));
  await home.page.evaluate(() => { globalThis.isSamePage = true; });
  await home.part('settings').click();
  await home.part('languages').locator('input:checked').focus();
  const chosen = [];
  for (let step = 0; step < 2; step += 1) {
    await home.page.keyboard.press('ArrowDown');
    chosen.push(await home.part('languages').locator('input:checked').inputValue());
    assert.equal(await home.page.evaluate(() => globalThis.isSamePage), true);
  }
  assert.equal(new Set([...chosen, 'en']).size, 3);
  await Promise.all([home.page.waitForEvent('load'), home.page.keyboard.press('Escape')]);
  assert.equal(await languageOf(home.page), chosen[1]);
  // Nothing is loaded for whoever comes back to the language of the page.
  await home.page.evaluate(() => { globalThis.isSamePage = true; });
  await home.part('settings').click();
  await home.part('languages').locator('input:checked').focus();
  for (const key of ['ArrowUp', 'ArrowDown', 'Escape']) await home.page.keyboard.press(key);
  await home.page.locator('dialog').waitFor({ state: 'detached' });
  assert.equal(await home.page.evaluate(() => globalThis.isSamePage), true);
});

for (const locale of byTurns(['ja-JP', 'ko-KR', 'zh-CN', 'zh-TW'])) {
  test(`no time is torn over two lines in ${locale}`, async () => {
    const host = await ApiPlayer.guest(table.server, 'Host');
    const clock = { system: 'byo-yomi', main: 90 * MINUTE, periods: 5, period: 30 * SECOND };
    await host.createGame({ board: { width: 9, height: 9 }, clock });
    await host.createGame({ board: { width: 13, height: 13 }, clock: { system: 'simple', period: 3 * DAY } });
    const { page } = await table.visitor({ viewport: { width: 360, height: 740 }, locale });
    await page.goto(table.server.url);
    await page.getByTestId('open-game').nth(1).waitFor();
    let seen = 0;
    // As narrow as a column, and as wide as a phone: somewhere between them each place in the text is an end of a line.
    for (let width = 280; width <= 420; width += 5) {
      await page.setViewportSize({ width, height: 740 });
      const { torn, times } = await page.evaluate(tornTimes);
      assert.deepEqual(torn, [], `at ${width} px`);
      seen += times;
    }
    assert.ok(seen > 100, `${seen} times`);
  });
}

/** The times in the open games and on the buttons for new ones, and the times that take more than one line. */
function tornTimes() {
  const joiner = '\u2060?';
  const unit = '(時間|小時|小时|시간|分|秒|日|天|초|분|일)'.replace(/(\p{L})(?=\p{L})/gu, `$1${joiner}`);
  const time = new RegExp(`\\d+(${joiner}\\d+)*${joiner}${unit}(${joiner}[ \u00a0]?${joiner}\\d+(${joiner}\\d+)*${joiner}${unit})?`, 'gu');
  const torn = [];
  let times = 0;
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest('select, .visually-hidden')) continue;
    for (const { 0: text, index } of node.data.matchAll(time)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      times += 1;
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (lines.size > 1) torn.push(`${text} in ${node.data}`);
    }
  }
  return { torn, times };
}
