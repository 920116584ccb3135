// The faults of a page's layout: texts that are cut, torn, on top of each other, in another language, or none.
// The functions run in the page, on its visible part: in the dialog, if one is open.

import { readFileSync, readdirSync } from 'node:fs';

const CATALOGUES = new URL('../../static/text/', import.meta.url);

/** Elements wider than the screen, texts that are cut, torn or covered by another, and values that stand in the place of one. */
export function layoutFaults(page) {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.body;
    const faults = [];
    const named = (element) => `<${element.localName}${element.id ? ` id=${element.id}` : ''} class="${element.className}">`;
    const fault = (kind, element, text) => faults.push(`${kind}: ${named(element)} "${text.trim().slice(0, 60)}"`);
    const { scrollWidth, clientWidth } = document.scrollingElement;
    if (scrollWidth > clientWidth) {
      const wide = [...document.querySelectorAll('body *')].filter((each) => each.getBoundingClientRect().right > clientWidth + 0.5);
      faults.push(`wider than the screen: ${scrollWidth} > ${clientWidth}: ${wide.slice(0, 4).map(named)}`);
    }

    /** An element for screen readers alone is one pixel large. */
    const forEyes = (element) => {
      for (let each = element; each && each !== document.body; each = each.parentElement) {
        const style = getComputedStyle(each);
        if (style.clipPath !== 'none' || (style.overflow === 'hidden' && each.clientWidth <= 1)) return false;
      }
      return element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    };
    /** Is a line on the visible part of a scrolled list? */
    const inSight = (box, element) => {
      for (let each = element; each && each !== root; each = each.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(each).overflowY)) continue;
        const { top, bottom } = each.getBoundingClientRect();
        if (box.top < top || box.bottom > bottom) return false;
      }
      return true;
    };
    /** The element that a text must not leave: it cuts the text off, or has a border around it. */
    const frames = (element) => {
      const found = [];
      for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
        const { overflowX, display } = getComputedStyle(each);
        if (/auto|scroll/.test(overflowX)) break;
        if (display === 'inline' || display === 'contents') continue;
        if (overflowX !== 'visible' || each.matches('button, .button, td, th, kbd, .tile, select')) found.push(each);
      }
      return found;
    };

    const lines = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.data.trim();
      if (text === '' || element.closest('svg, script, style, noscript, option, pre') || !forEyes(element)) continue;
      if (/^(undefined|null|false|true|NaN|\[object \w+\])$/.test(text) && !element.closest('code')) fault('no text', element, text);
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0 && inSight(box, element));
      if (boxes.length === 0) continue;
      for (const frame of frames(element)) {
        const { left, right, top, bottom } = frame.getBoundingClientRect();
        const outside = boxes.some((box) => box.left < left - 1 || box.right > right + 1
          || (box.top + box.bottom) / 2 < top || (box.top + box.bottom) / 2 > bottom);
        if (outside) fault('cut', frame, text);
      }
      const tops = new Set(boxes.map((box) => Math.round(box.top / 4)));
      if (tops.size > 1 && text.length <= 6) fault('torn', element, text);
      if (tops.size > 1 && element.closest('button, .button')) {
        range.setStart(node, node.data.trimEnd().length - 1);
        range.setEnd(node, node.data.trimEnd().length);
        const last = range.getBoundingClientRect();
        const line = boxes.filter((box) => Math.abs(box.top - last.top) < 4);
        if (line.every((box) => box.width < last.width * 1.5)) fault('one letter on a line', element, text);
      }
      // Of a line no more is taken than its letters are high: fonts reach far above and below them.
      const half = parseFloat(getComputedStyle(element).fontSize) / 2;
      const inked = ({ left, right, top, bottom }) => ({ left, right, top: (top + bottom) / 2 - half, bottom: (top + bottom) / 2 + half });
      lines.push(...boxes.map((box) => ({ element, text, box: inked(box) })));
    }

    const floats = (element) => {
      for (let each = element; each && each !== root; each = each.parentElement) {
        if (/fixed|sticky|absolute/.test(getComputedStyle(each).position)) return true;
      }
      return false;
    };
    /** Does an element with a background lie upon a text at this place? An element that stays while the page scrolls may. */
    const covered = (element, x, y) => {
      const top = document.elementFromPoint(x, y);
      if (!top || element.contains(top)) return false;
      for (let each = top; each && !each.contains(element); each = each.parentElement) {
        const { position, backgroundColor } = getComputedStyle(each);
        if (/fixed|sticky/.test(position)) return false;
        // A letter may reach beyond the ground that it stands on.
        const { left, right, top: above, bottom } = each.getBoundingClientRect();
        if (x < left || x > right || y < above || y > bottom) continue;
        if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) return true;
      }
      return false;
    };
    for (const { element, text, box } of lines) {
      const places = [box.left + 2, (box.left + box.right) / 2, box.right - 2].flatMap((x) => [[x, box.top + 1], [x, box.bottom - 1]]);
      const hidden = places.filter(([x, y]) => covered(element, x, y)).length;
      if (hidden > 0 && hidden < places.length) fault('half covered', element, text);
    }
    lines.sort((a, b) => a.box.top - b.box.top);
    lines.forEach((one, i) => {
      for (const other of lines.slice(i + 1)) {
        if (other.box.top > one.box.bottom) break;
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across <= 2 || down <= 3) continue;
        if (floats(one.element) || floats(other.element)) continue;
        fault(`covered by "${other.text.slice(0, 40)}"`, one.element, one.text);
      }
    });

    const brush = document.createElement('canvas').getContext('2d');
    for (const field of root.querySelectorAll('select, input[placeholder]')) {
      if (!forEyes(field)) continue;
      const text = field.localName === 'select' ? field.selectedOptions[0]?.textContent ?? '' : field.placeholder;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      brush.font = font;
      // The arrow of a list takes some room of its own.
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - (field.localName === 'select' ? 16 : 0);
      if (brush.measureText(text).width > room + 1) fault('cut in its field', field, text);
    }
    return [...new Set(faults)];
  });
}

const catalogue = (language) => Object.assign({}, ...readdirSync(new URL(`${language}/`, CATALOGUES))
  .map((file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, CATALOGUES), 'utf8'))));
const forms = (text) => (typeof text === 'string' ? [text] : Object.values(text));
const english = catalogue('en');

/**
 * The texts of the English catalogue that a page of another language must not show: all that it has in other words. A letter
 * alone is a coordinate.
 */
function foreignTexts(language) {
  const own = catalogue(language);
  const kept = new Set(Object.values(own).flatMap(forms));
  return Object.values(english).flatMap(forms).filter((text) => /\p{L}{2}/u.test(text) && !/[{}]/.test(text) && !kept.has(text));
}

/** English texts on a page in another language, keys in place of texts, and a wrong `lang`. */
export async function languageFaults(page, language) {
  const said = await page.evaluate(() => {
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      // A text that is marked as English may be English.
      if (node.data.trim() !== '' && !element.closest('script, style, noscript, [lang="en"]:not(html), code, pre, kbd')) texts.push(node.data.trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-valuetext', 'aria-roledescription']) {
      for (const element of document.querySelectorAll(`[${name}]`)) if (!element.closest('[lang="en"]:not(html)')) texts.push(element.getAttribute(name).trim());
    }
    return { lang: document.documentElement.lang, texts: [...new Set(texts)] };
  });
  const names = said.texts.filter((text) => text.includes('.') && Object.hasOwn(english, text));
  const faults = [...(said.lang === language ? [] : [`lang is ${said.lang}`]), ...names.map((text) => `the name of a text: ${text}`)];
  if (language === 'en') return faults;
  const foreign = new Set(foreignTexts(language));
  // Three words with small letters after each other are a sentence, whatever catalogue it is of.
  const left = said.texts.filter((text) => foreign.has(text) || /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/.test(text));
  return [...faults, ...left.map((text) => `English: ${text.slice(0, 80)}`)];
}
