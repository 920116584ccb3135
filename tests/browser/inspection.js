// The look of a page: its measures, what axe-core finds, and a picture for people.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { colourFindings, findings } from './axe-findings.js';
import { drawn, PHONE, settled } from './chromium-browser.js';
import { LONG_RUN } from './long-run.js';

/**
 * Where the pictures go. No test looks at them, and they cost a third of its time: they are taken if
 * TENGEN_PICTURES is set, and in the long run.
 */
const PICTURES = Boolean(process.env.TENGEN_PICTURES) || LONG_RUN;
const OUTPUT = fileURLToPath(new URL('output/', import.meta.url));
const LEAST_TARGET = 44;

/** The targets that a finger could miss: visible buttons, links and fields smaller than 44 px, save links in a text. */
function smallTargets(page) {
  return page.evaluate((least) => {
    const inText = (element) => element.matches('a') && getComputedStyle(element).display === 'inline'
      && [...element.parentNode.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
    return [...document.querySelectorAll('button, a[href], select, input, textarea, summary, [role=button]')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !inText(element))
      .map((element) => {
        // A label around a check box is the target, not the box.
        const target = element.matches('input[type=checkbox], input[type=radio]') ? element.closest('label') ?? element : element;
        // A link whose shadow covers a tile is as large as the tile.
        const cover = getComputedStyle(target, '::after');
        const covers = cover.content !== 'none' && cover.position === 'absolute';
        const { width, height } = covers ? { width: parseFloat(cover.width), height: parseFloat(cover.height) } : target.getBoundingClientRect();
        return { width, height, html: target.outerHTML.slice(0, 120) };
      })
      .filter(({ width, height }) => width > 0 && height > 0)
      // Half a pixel is lost to rounding, not to a finger.
      .filter(({ width, height }) => width < least - 0.5 || height < least - 0.5)
      .map(({ width, height, html }) => `${width.toFixed(1)} x ${height.toFixed(1)}: ${html}`);
  }, LEAST_TARGET);
}

/** How far the page is wider than the screen, and which elements reach beyond its edge. */
function overflow(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > clientWidth + 0.5);
    return [`${scrollWidth} > ${clientWidth}`, ...wide.slice(0, 5).map((each) => each.outerHTML.slice(0, 120))];
  });
}

async function takePicture(page, name) {
  mkdirSync(OUTPUT, { recursive: true });
  await page.screenshot({ path: `${OUTPUT}${name}.png`, fullPage: /^(home|tokens|account|welcome|sign-in|register|letter|confirm|staff|group|class)/.test(name) });
}

/** No element is too wide, and none too small for a finger. A picture of the page has this name. */
export async function inspect(page, name) {
  await settled(page);
  if (PICTURES) await takePicture(page, name);
  assert.deepEqual(await overflow(page), [], `${name}: wider than the screen`);
  assert.deepEqual(await smallTargets(page), [], `${name}: too small for a finger`);
}

/** Calls `look` with the page in light and in dark colours, without another load, and leaves it in light ones. */
async function inColours(page, look) {
  // With motion in light colours; without any in dark ones, so that no colour is on its way to another.
  for (const [colours, reducedMotion] of [['light', null], ['dark', 'reduce']]) {
    await page.emulateMedia({ colorScheme: colours, reducedMotion });
    await drawn(page);
    await look(colours);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null });
}

/**
 * `inspect`, and once more in a window of a phone's size, unless phones have their own turn. With pictures,
 * in light and in dark colours: these are called `name-light` and `name-dark`. Sizes are the same in all
 * colours.
 */
export async function inspectColours(page, name) {
  if (PICTURES) await inColours(page, (colours) => inspect(page, `${name}-${colours}`));
  else await inspect(page, name);
  const size = page.viewportSize();
  if (LONG_RUN || size.width <= PHONE.viewport.width) return;
  await page.setViewportSize(PHONE.viewport);
  await drawn(page);
  await inspect(page, `${name}-small`);
  await page.setViewportSize(size);
  await drawn(page);
}

async function hasNoFindings(page, name, colours) {
  assert.deepEqual(await (colours === 'light' ? findings(page) : colourFindings(page)), [], `${name}-${colours}`);
}

/** axe-core finds nothing: by all its rules in light colours, and by those about colours in dark ones. */
export function isAccessible(page, name) {
  return inColours(page, (colours) => hasNoFindings(page, name, colours));
}

/** `isAccessible` and `inspectColours`. */
export async function isFit(page, name) {
  await isAccessible(page, name);
  await inspectColours(page, name);
}
