// In forced colours the system draws every border and no background: the chosen, first or running of several things has to differ all
// the same, and boards keep their own colours, in which stones and marks are told apart.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { DESKTOP } from './chromium-browser.js';
import { GamePage } from './game-page.js';
import { eventually } from './eventually.js';
import { HomePage } from './home-page.js';
import { LessonPage } from './lesson-page.js';
import { some } from './long-run.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const PALETTES = some(['light', 'dark']);
const table = new Table();
afterEach(() => table.clear());

/** How an element is painted, together with its ::before. */
const paint = (locator) => locator.evaluate((element) => {
  const { color, backgroundColor, borderInlineStartColor } = getComputedStyle(element);
  return { text: color, ground: backgroundColor, border: borderInlineStartColor };
});

async function differ(page, one, other, what) {
  const [a, b] = [await paint(page.locator(one).first()), await paint(page.locator(other).first())];
  assert.notDeepEqual(a, b, what);
  for (const { text, ground } of [a, b]) assert.notEqual(text, ground, `${what}: the text is seen`);
}

for (const colorScheme of PALETTES) {
  const options = { ...DESKTOP, colorScheme, forcedColors: 'active', reducedMotion: 'reduce' };

  test(`what is chosen and what comes first differ on home, ${colorScheme}`, async () => {
    const { page } = await HomePage.open(await table.visitor(options));
    await differ(page, '.opponent input:checked + span', '.opponent input:not(:checked) + span', 'the opponent');
    await differ(page, '[data-testid="new-game-9"]', '[data-testid="settings"]', 'the button that begins a game');
    // A ring around the element with the keyboard, in the colour of the text around it, also where something is filled.
    for (const [focused, ringed] of [['[data-testid="new-game-9"]'], ['[data-testid="settings"]'], ['.opponent input:checked', '.opponent input:checked + span']]) {
      await page.locator(focused).focus();
      const ring = await page.locator(ringed ?? focused).evaluate((element) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        return [outlineStyle, outlineWidth, outlineColor === getComputedStyle(document.body).color].join(' ');
      });
      assert.equal(ring, 'solid 3px true', focused);
    }
    // The stone before the name of the house is a picture, which is left out where nothing is said.
    assert.match(await page.locator('.brand').evaluate((brand) => getComputedStyle(brand, '::before').backgroundImage), /gradient/);
    await page.getByTestId('settings').click();
    assert.equal(await page.locator('dialog').evaluate((dialog) => getComputedStyle(dialog).borderTopWidth), '1px');
  });

  test(`the mode in which moves are tried and its tool differ, ${colorScheme}`, async () => {
    const { playing } = await stageGames(table.server, ['playing']);
    const { page } = await GamePage.open(await table.visitor(options), playing.id);
    await page.keyboard.press('v');
    await page.getByTestId('tool-cross').click();
    await page.locator('tree-tools [aria-pressed="true"]').waitFor();
    await differ(page, '[data-testid="tool-cross"]', '[data-testid="tool-square"]', 'the tool');
    await differ(page, '[data-testid="trying-switch"]', '[data-testid="trying-pass"]', 'the mode');
  });

  test(`whose turn it is, the move that is shown and who is here differ on the game page, ${colorScheme}`, async () => {
    const { playing, scoring } = await stageGames(table.server, ['playing', 'scoring']);
    const game = await GamePage.open(await table.visitor({ ...options, player: playing.black }), playing.id);
    const { page } = game;
    await page.locator('.moves [aria-current]').waitFor();
    await differ(page, 'player-card.to-move', 'player-card:not(.to-move)', 'whose turn it is');
    await differ(page, '.moves [aria-current]', '.moves button:not([aria-current])', 'the move that is shown');
    const dots = await Promise.all(['online', 'offline'].map((state) => page.locator(`.connection[data-state="${state}"]`).first()
      .evaluate((dot) => getComputedStyle(dot).backgroundColor)));
    assert.notEqual(dots[0], dots[1], 'who is here');

    // Stones and marks are painted as everywhere.
    const shown = await GamePage.open(await table.visitor({ ...options, player: scoring.black }), scoring.id);
    const usual = await GamePage.open(await table.visitor({ ...DESKTOP, colorScheme, player: scoring.black }), scoring.id);
    const paints = (one) => Promise.all(
      ['.stone.black', '.stone.white', '.stone.dead', '.territory.black', '.territory.white', '.dead-cross.on-black', '.dead-cross.on-white', '.grid', '.coordinate']
        .map((part) => one.page.locator(`go-board ${part}`).first().evaluate((shape) => {
          const { fill, stroke, opacity } = getComputedStyle(shape);
          return [fill, stroke, opacity].join(' ');
        })));
    // A shape that is drawn anew meanwhile has no paint.
    await eventually(async () => assert.ok(new Set(await paints(usual)).size > 6));
    await eventually(async () => assert.deepEqual(await paints(shown), await paints(usual)));
  });

  test(`the steps of a lesson differ, ${colorScheme}`, async () => {
    const lesson = await LessonPage.open(await table.visitor(options), 'stones');
    await lesson.point('B2').click();
    await lesson.answers('right');
    await lesson.part('next').click();
    await lesson.page.locator('.dots [data-state="done"]').waitFor();
    const { page } = lesson;
    const [done, next] = await Promise.all(['.dots [data-state="done"]', '.dots li:last-child'].map((dot) => paint(page.locator(dot))));
    assert.notEqual(done.ground, next.ground);
  });
}
