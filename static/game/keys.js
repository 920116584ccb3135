// The keys of the game page.

import { dialogOpen } from '../dom/dialogs.js';

/** Few ever ask for these. */
const view = (name) => async () => (await import('../quiet-view.js'))[name]();

/** `actions`: walk(to), leave(), type(), pass(). */
export function listenToKeys(actions) {
  const keys = {
    ArrowLeft: () => actions.walk('back'),
    ArrowRight: () => actions.walk('forward'),
    PageUp: () => actions.walk('back-ten'),
    PageDown: () => actions.walk('forward-ten'),
    Home: () => actions.walk('first'),
    End: () => actions.walk('last'),
    Escape: () => (document.querySelector('.boards-alone') ? keys.z() : actions.leave()),
    '/': () => actions.type(),
    p: () => actions.pass(),
    P: () => actions.pass(),
    z: view('toggleQuiet'),
    Z: view('toggleQuiet'),
    f: view('toggleFullScreen'),
    F: view('toggleFullScreen'),
    '?': () => showKeys(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (dialogOpen() || event.target.closest?.('input, select, textarea')) return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });
}

/** The sheet that lists them. */
export const showKeys = async () => (await import('./keys-sheet.js')).showKeys();
