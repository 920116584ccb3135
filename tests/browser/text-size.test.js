// A reader whose browser is set to text of twice the size finds everything, and no text lies upon another.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { some } from './long-run.js';
import { stageGames } from './scenes.js';
import { Table } from './table.js';

const SCREENS = some([[360, 740], [768, 1024], [1280, 720]]);

const table = new Table();
afterEach(() => table.clear());

test('with text of twice the size nothing overlaps and nothing is off the screen', async (t) => {
  const games = await stageGames(table.server, ['playing', 'scoring']);
  const me = games.playing.black;
  const pages = {
    home: '/', playing: `/games/${games.playing.id}`, scoring: `/games/${games.scoring.id}`, games: '/games', player: `/players/${me.player.id}`,
    lessons: '/learn', lesson: '/learn/stones',
  };
  for (const [width, height] of SCREENS) {
    for (const [name, path] of Object.entries(pages)) {
      await t.test(`${name} at ${width}x${height}`, async () => {
        const { page, context } = await table.visitor({ viewport: { width, height }, player: name === 'scoring' ? games.scoring.black : me });
        const session = await context.newCDPSession(page);
        await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
        await page.goto(table.server.url + path);
        await page.waitForLoadState('networkidle');
        assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px');
        assert.deepEqual(await page.evaluate(collisions), []);
        assert.deepEqual(await page.evaluate(beyond), []);
      });
    }
  }
});

/** The elements beyond the page's edge, if the page is wider than the screen. */
function beyond() {
  const { scrollWidth, clientWidth } = document.scrollingElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > clientWidth + 0.5).slice(0, 5)
    .map((each) => each.outerHTML.slice(0, 80));
}

/** Pairs of texts of which one lies upon the other. */
function collisions() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const boxes = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    if (node.data.trim() === '' || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (parent.closest('svg, select, .visually-hidden, noscript, script')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      // Text that an element cuts off or scrolls away is not visible.
      const seen = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
      for (let part = parent; part; part = part.parentElement) {
        if (getComputedStyle(part).overflow === 'visible') continue;
        const frame = part.getBoundingClientRect();
        Object.assign(seen, { left: Math.max(seen.left, frame.left), top: Math.max(seen.top, frame.top), right: Math.min(seen.right, frame.right), bottom: Math.min(seen.bottom, frame.bottom) });
      }
      // The letters themselves are lower than their line.
      const rest = (seen.bottom - seen.top) / 5;
      if (seen.right - seen.left > 2 && rest > 0) boxes.push({ text: node.data.trim().slice(0, 30), left: seen.left, right: seen.right, top: seen.top + rest, bottom: seen.bottom - rest });
    }
  }
  return boxes.flatMap((one, i) => boxes.slice(i + 1)
    .filter((other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1)
    .map((other) => `${one.text} / ${other.text}`));
}
