// The findings of axe-core on a page: every rule, best practices included, on the page as it stands.
//
// Contrast takes axe-core the most time, and the pages share most of their texts' looks. So texts are told apart by all that their
// contrast depends on, and each kind is measured once: on the first page that shows it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { settled } from './chromium-browser.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that look at colours; no other one depends on the colours of a page. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * The reasons for which axe-core can't tell the contrast of a text, if they are the same for all texts of a kind. Others, such as
 * a text of one letter, say nothing about the next text.
 */
const UNKNOWN_TO_ALL = ['bgImage', 'bgGradient', 'imgNode', 'pseudoContent', 'complexTextShadows'];

/** The kinds of text that axe-core has measured in this run, and found no fault in. */
const measured = new Set();

async function prepare(page) {
  await settled(page);
  // An element with a z-index still lies below an open dialog, which axe-core does not know.
  await page.evaluate(() => { for (const dialog of document.querySelectorAll('dialog[open]')) dialog.style.zIndex = 99; });
}

/** What axe-core finds on the whole page, or in the texts of some kinds. */
async function axe(page, kinds, options) {
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(AXE);
  return page.evaluate(async ([kinds, options, unknownToAll]) => {
    const texts = kinds?.map((kind) => globalThis.textsOfKind.get(kind));
    const { violations, passes, incomplete } = await globalThis.axe.run({ include: texts?.flat() ?? [document] }, { selectors: false, ...options });
    const unknown = incomplete.flatMap(({ nodes }) => nodes).filter(({ any }) => any.every(({ data }) => unknownToAll.includes(data?.messageKey)));
    const judged = new Set([...[...passes, ...violations].flatMap(({ nodes }) => nodes), ...unknown].map(({ element }) => element));
    return {
      found: violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`)),
      looked: passes.length + violations.length,
      judged: kinds?.filter((_, at) => texts[at].some((element) => judged.has(element))),
    };
  }, [kinds, options, UNKNOWN_TO_ALL]);
}

/**
 * The kinds of text on a page whose contrast matters. Two texts are of one kind if their elements, and the elements around them, have
 * the same classes, colours, fonts, lines and layers, and lie with the same other elements upon each other. `textsOfKind` holds the
 * elements in the page.
 */
function kindsOfText(page) {
  return page.evaluate(() => {
    const LOOK = ['color', 'background-color', 'background-image', 'opacity', 'font-size', 'font-weight', 'display', 'position', 'z-index',
      'float', 'clip-path', 'transform', 'filter', 'mix-blend-mode', 'text-shadow', 'font-family', 'font-style', 'text-decoration-line',
      'text-decoration-style', 'border-top-width', 'border-top-style', 'border-bottom-width', 'border-bottom-style', 'outline-width', 'outline-style'];
    const WINDOW = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    const within = (room, { left, right, top, bottom }) => ({
      left: Math.max(room.left, left), right: Math.min(room.right, right), top: Math.max(room.top, top), bottom: Math.min(room.bottom, bottom),
    });
    const chains = new Map();
    const numbers = new Map();
    /** How an element and those around it look, a number for it, and the rectangle in which it can be seen. */
    const chain = (element) => {
      if (!element) return { number: 0, look: '', room: WINDOW };
      if (chains.has(element)) return chains.get(element);
      const outer = chain(element.parentElement);
      const style = getComputedStyle(element);
      const own = `${element.localName}.${element.getAttribute('class') ?? ''} ${LOOK.map((name) => style.getPropertyValue(name)).join()}`;
      const place = `${outer.number} ${own}`;
      if (!numbers.has(place)) numbers.set(place, numbers.size + 1);
      // What is out of sight in a box that scrolls can be scrolled to.
      const cuts = ['hidden', 'clip'].includes(style.overflowX) && element !== document.body && element !== document.documentElement;
      const found = {
        number: numbers.get(place), look: `${outer.look}\n${own}`, room: cuts ? within(outer.room, element.getBoundingClientRect()) : outer.room,
        hidden: outer.hidden || style.clipPath !== 'none',
      };
      chains.set(element, found);
      return found;
    };

    const root = document.querySelector(':modal') ?? document.body;
    // Elements out of the flow may lie upon a text that is below the window, where no point can be asked for its elements.
    const layers = [...root.querySelectorAll(':not(svg *)')].filter((element) => ['absolute', 'fixed', 'sticky'].includes(getComputedStyle(element).position))
      .map((element) => [element, element.getBoundingClientRect()]);
    /** The elements that lie upon each other at a point of the page. */
    const elementsAt = (x, y) => new Set([...document.elementsFromPoint(x, y),
      ...layers.filter(([, { left, right, top, bottom }]) => left <= x && x <= right && top <= y && y <= bottom).map(([element]) => element)]);
    /** Whether other words stand in the same block as a link. */
    const isAmongWords = (link) => {
      let block = link.parentElement;
      while (block.parentElement && getComputedStyle(block).display === 'inline') block = block.parentElement;
      return block.textContent.trim() !== link.textContent.trim();
    };
    const elements = new Set(root.querySelectorAll('a, input:not([type=checkbox], [type=radio]), textarea, select'));
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node.data.trim() !== '') elements.add(node.parentElement);
    const kinds = new Map();
    for (const element of elements) {
      if (element.matches(':disabled') || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { number, look, room, hidden } = chain(element);
      const { left, right, top, bottom } = within(room, element.getBoundingClientRect());
      // For screen readers alone, or cut off.
      if (hidden || right - left <= 1 || bottom - top <= 1) continue;
      // Links are told from the text around them.
      const among = element.localName === 'a' && isAmongWords(element);
      if (element.localName === 'a' && !among && ![...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE)) continue;
      const others = [...elementsAt((left + right) / 2, (top + bottom) / 2)]
        .filter((other) => !element.contains(other) && !other.contains(element)).map(chain);
      const key = [number, among, ...others.map((other) => other.number)].join();
      if (!kinds.has(key)) kinds.set(key, { looks: [among, look, ...others.map((other) => other.look)], texts: [] });
      kinds.get(key).texts.push(element);
    }
    const sight = [innerWidth, ...['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query).matches)];
    globalThis.textsOfKind = new Map([...kinds.values()].map(({ looks, texts }) => [[sight, ...looks].join('\n\n'), texts]));
    return [...globalThis.textsOfKind.keys()];
  });
}

/**
 * The rules whose findings may differ between the languages of a page: they look at names and other words, or at the room that
 * words take.
 */
const WORD_RULES = [
  'aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-meter-name', 'aria-progressbar-name', 'aria-tab-name',
  'aria-toggle-field-name', 'aria-tooltip-name', 'aria-treeitem-name', 'button-name', 'document-title', 'empty-heading',
  'empty-table-header', 'frame-title', 'frame-title-unique', 'html-has-lang', 'html-lang-valid', 'image-alt', 'image-redundant-alt',
  'input-button-name', 'label', 'label-title-only', 'landmark-unique', 'link-name', 'role-img-alt',
  'scrollable-region-focusable', 'select-name', 'summary-name', 'svg-img-alt', 'table-duplicate-name', 'valid-lang',
];

/** The findings on a page of which all findings are known in another language. */
export async function wordFindings(page) {
  await prepare(page);
  const { found, looked } = await axe(page, null, { resultTypes: ['violations'], runOnly: { type: 'rule', values: WORD_RULES } });
  assert.ok(looked > 0, 'axe-core looked at nothing');
  return [...found, ...await colourFindings(page)];
}

/** All findings on a page. */
export async function findings(page) {
  await prepare(page);
  const rules = Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }]));
  const { found, looked } = await axe(page, null, { resultTypes: ['violations'], rules });
  assert.ok(looked > 10, 'axe-core looked at next to nothing');
  return [...found, ...await colourFindings(page)];
}

/** The findings on the colours of a page whose other findings are known from another look. */
export async function colourFindings(page) {
  await prepare(page);
  const kinds = await kindsOfText(page);
  assert.ok(kinds.length > 0, 'no text is in sight');
  const fresh = kinds.filter((kind) => !measured.has(kind));
  if (fresh.length === 0) return [];
  const { found, judged } = await axe(page, fresh, { runOnly: { type: 'rule', values: COLOUR_RULES }, elementRef: true });
  if (found.length === 0) for (const kind of judged) measured.add(kind);
  return found;
}
