// Lines and sentences in languages that have no spaces between words.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { ApiPlayer } from './api-player.js';
import { PHONE } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { HomePage } from './home-page.js';
import { byTurns } from './languages.js';
import { stageGames } from './scenes.js';
import { MINUTE, SECOND } from './seconds.js';
import { Table } from './table.js';

const LOCALES = byTurns(['zh-CN', 'zh-TW', 'ja-JP']);
const SETTINGS = { board: { width: 9, height: 9 }, handicap: 2, clock: { system: 'byo-yomi', main: 20 * MINUTE, periods: 5, period: 30 * SECOND } };

const table = new Table();
afterEach(() => table.clear());

/** The facts on a page, and the facts that take more than one line. */
async function facts(page) {
  await page.locator('.fact').first().waitFor();
  return page.locator('.fact').evaluateAll((all) => all.filter((fact) => fact.checkVisibility()).map((fact) => ({
    text: fact.textContent, lines: Math.round(fact.getBoundingClientRect().height / parseFloat(getComputedStyle(fact).lineHeight)),
  })));
}

for (const locale of LOCALES) {
  test(`on a phone a line of facts breaks between two of them (${locale})`, async () => {
    const ann = await ApiPlayer.guest(table.server, 'Ann');
    const { id } = await ann.createGame(SETTINGS);
    const visitor = await table.visitor({ ...PHONE, locale });
    const home = await HomePage.open(visitor);
    await home.card('open-game', id).waitFor();
    const seen = [await facts(home.page)];
    await GamePage.open(visitor, id);
    seen.push(await facts(visitor.page));
    await visitor.page.goto(`${table.server.url}/games`);
    seen.push(await facts(visitor.page));
    for (const page of seen) {
      assert.ok(page.length >= 3, JSON.stringify(page));
      assert.deepEqual(page.filter(({ lines }) => lines !== 1), []);
    }
  });

  test(`sentences follow one another without a space (${locale})`, async () => {
    const { scoring } = await stageGames(table.server, ['scoring']);
    const game = await GamePage.open(await table.visitor({ locale, player: scoring.black }), scoring.id);
    await game.part('resume').click();
    const text = await game.page.locator('dialog[open] p').first().innerText();
    assert.match(text, /。[^]*。/);
    assert.doesNotMatch(text, /。 /);
  });
}
