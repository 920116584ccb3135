// The keys of the game page.

import { dialogOpen, showSheet } from '../dom/dialogs.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

const LIST = ['step', 'ten', 'ends', 'escape', 'slash', 'pass', 'board', 'help'];

/** `actions`: walk(to), leave(), type(), pass(). */
export function listenToKeys(actions) {
  const keys = {
    ArrowLeft: () => actions.walk('back'),
    ArrowRight: () => actions.walk('forward'),
    PageUp: () => actions.walk('back-ten'),
    PageDown: () => actions.walk('forward-ten'),
    Home: () => actions.walk('first'),
    End: () => actions.walk('last'),
    Escape: () => actions.leave(),
    '/': () => actions.type(),
    p: () => actions.pass(),
    P: () => actions.pass(),
    '?': showKeys,
  };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (dialogOpen() || event.target.closest?.('input, select, textarea')) return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
}

export function showKeys() {
  showSheet(t('keys.title'), html('dl', { class: 'keys' }, ...LIST.flatMap((name) => [
    html('dt', {}, ...t(`keys.${name}`).split(' ').map((key) => html('kbd', {}, key))),
    html('dd', {}, t(`keys.${name}_does`))])));
}
