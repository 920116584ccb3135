// The words for screen readers: one live region for everything that happens.

import { html } from './html.js';

const region = html('div', { class: 'visually-hidden', 'aria-live': 'polite', 'data-testid': 'announcer' });
/** @type {string[]} */
let waiting = [];
/** @type {ReturnType<typeof setTimeout> | null} */
let timer = null;

/**
 * Several things at once are read as one text, not cut off by each other.
 * @param {string} text
 */
export function announce(text) {
  if (!text) return;
  if (!region.isConnected) document.body.append(region);
  waiting.push(text);
  timer ??= setTimeout(() => {
    region.replaceChildren(...waiting.map((line) => html('p', {}, line)));
    waiting = [];
    timer = null;
  }, 60);
}
