// The keys of the game page.

import { dialogOpen } from '../dom/dialogs.js';

/**
 * Few ever ask for these.
 * @param {string} name
 */
const view = (name) => async () => /** @type {any} */ (await import('../page/quiet-view.js'))[name]();

/**
 * `actions`: walk(to), vary(to), leave(), type(), pass(), try(deed). An action that answers false leaves the key to the browser.
 * @param {any} actions
 */
export function listenToKeys(actions) {
  /** @type {Record<string, () => any>} */
  const keys = {
    ArrowLeft: () => actions.walk('back'),
    ArrowRight: () => actions.walk('forward'),
    PageUp: () => actions.walk('back-ten'),
    PageDown: () => actions.walk('forward-ten'),
    ArrowUp: () => actions.vary('up'),
    ArrowDown: () => actions.vary('down'),
    Home: () => actions.walk('first'),
    End: () => actions.walk('last'),
    Escape: () => (document.querySelector('.boards-alone') ? keys.z() : actions.leave()),
    '/': () => actions.type(),
    p: () => actions.pass(),
    P: () => actions.pass(),
    v: () => actions.try('switch'),
    V: () => actions.try('switch'),
    Delete: () => actions.try('remove'),
    z: view('toggleQuiet'),
    Z: view('toggleQuiet'),
    f: view('toggleFullScreen'),
    F: view('toggleFullScreen'),
    '?': () => showKeys(),
  };
  document.addEventListener('keydown', (/** @type {any} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (dialogOpen() || event.target.closest?.('input, select, textarea')) return;
    if (!Object.hasOwn(keys, event.key)) return;
    if (keys[event.key]() !== false) event.preventDefault();
  });
}

/** The sheet that lists them. */
export const showKeys = async () => (await import('./keys-sheet.js')).showKeys();
