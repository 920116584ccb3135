// The keys of a page on which a reader walks through a tree of moves.

import { dialogOpen, showSheet } from '../dom/dialogs.js';
import { keyList } from '../dom/key-list.js';
import { t } from '../text/text.js';

const WAYS = {
  ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'up', ArrowDown: 'down',
  PageUp: 'back-ten', PageDown: 'forward-ten', Home: 'first', End: 'last',
};

/** `walk` is told where to; `deeds` are what other keys do, by the names of the keys; `list` is shown by the last one. */
export function listenToKeys({ walk, deeds, list }) {
  const known = { ...deeds, '?': () => showKeys(list) };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (dialogOpen() || event.target.closest?.('input, select, textarea, .comment')) return;
    if (Object.hasOwn(WAYS, event.key)) walk(WAYS[event.key]);
    else if (Object.hasOwn(known, event.key)) known[event.key]();
    else return;
    event.preventDefault();
  });
}

/** The sheet with the keys of these names. */
export const showKeys = (names) => showSheet(t('keys.title'), keyList(names, (name) => t(`walk.keys.${name}`)));
