// The keys of the record page.

import { dialogOpen, showSheet } from '../dom/dialogs.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

const LIST = ['step', 'ten', 'ends', 'vary', 'points', 'try', 'home', 'remove', 'help'];
const WAYS = {
  ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'up', ArrowDown: 'down',
  PageUp: 'back-ten', PageDown: 'forward-ten', Home: 'first', End: 'last',
};

const DEEDS = { v: 'switch', V: 'switch', Escape: 'home', Delete: 'remove' };

/** `walk` is told where to, and `tries` what to do with tried moves. */
export function listenToKeys(walk, tries) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (dialogOpen() || event.target.closest?.('input, select, textarea, .comment')) return;
    if (event.key !== '?' && !Object.hasOwn(WAYS, event.key) && !Object.hasOwn(DEEDS, event.key)) return;
    event.preventDefault();
    if (event.key === '?') showKeys();
    else if (Object.hasOwn(DEEDS, event.key)) tries(DEEDS[event.key]);
    else walk(WAYS[event.key]);
  });
}

export function showKeys() {
  showSheet(t('keys.title'), html('dl', { class: 'keys' }, ...LIST.flatMap((name) => [
    html('dt', {}, ...t(`record.keys.${name}`).split(' ').map((key) => html('kbd', {}, key))),
    html('dd', {}, t(`record.keys.${name}_does`))])));
}
