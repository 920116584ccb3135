// <walk-bar>: the ways through a tree of moves, and the keys that do the same. Emits `walk` with detail.to ('first', 'back',
// 'forward', 'last', 'up', 'down').

import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { t } from '../text/text.js';
import { dialogOpen, showSheet } from '../dom/dialogs.js';
import { keyList } from '../dom/key-list.js';

/** @type {Record<string, string>} */
const WAYS = {
  ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'up', ArrowDown: 'down',
  PageUp: 'back-ten', PageDown: 'forward-ten', Home: 'first', End: 'last',
};

/**
 * `walk` is told where to; `deeds` are what other keys do, by the names of the keys; `list` is shown by the last one.
 * @param {any} parts
 */
export function listenToKeys({ walk, deeds, list }) {
  const known = { ...deeds, '?': () => showKeys(list) };
  document.addEventListener('keydown', (/** @type {any} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (dialogOpen() || event.target.closest?.('input, select, textarea, .comment')) return;
    if (Object.hasOwn(WAYS, event.key)) walk(WAYS[event.key]);
    else if (Object.hasOwn(known, event.key)) known[event.key]();
    else return;
    event.preventDefault();
  });
}

/**
 * The sheet with the keys of these names.
 * @param {any} names
 */
export const showKeys = (names) => showSheet(t('keys.title'), keyList(names, (name) => t(`walk.keys.${name}`)));

const STEPS = ['first', 'back', 'forward', 'last'];
const VARIATIONS = ['up', 'down'];

class WalkBar extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLElement} */
    this.place = html('span', { class: 'place', 'data-testid': 'place' });
    /** @type {any} */
    this.buttons = Object.fromEntries([...STEPS, ...VARIATIONS].map((to) => [to, this.button(to)]));
    const { first, back, forward, last, up, down } = this.buttons;
    /** @type {HTMLElement} */
    this.variations = html('div', { class: 'steps', role: 'group', 'aria-label': t('walk.variations') }, up, down);
    this.replaceChildren(
      html('div', { class: 'steps', role: 'group', 'aria-label': t('moves.walk') }, first, back, this.place, forward, last),
      this.variations);
  }

  /** @param {string} to */
  button(to) {
    return html('button', {
      type: 'button', class: 'icon-button', 'data-testid': `move-${to}`, 'aria-label': t(`walk.${to}`), title: t(`walk.${to}`),
      onclick: () => this.dispatchEvent(new CustomEvent('walk', { detail: { to } })),
    }, icon(to));
  }

  /** @param {any} parts */
  show({ depth, length, varied }) {
    setText(this.place, t('moves.place', { number: depth, total: length }));
    for (const to of ['first', 'back']) this.buttons[to].disabled = depth === 0;
    for (const to of ['forward', 'last']) this.buttons[to].disabled = depth === length;
    this.variations.hidden = !varied;
  }
}

customElements.define('walk-bar', WalkBar);
