// A game's address: to copy, to send, and as a code for another phone's camera.

import { addressLine } from '../dom/address-line.js';
import { html } from '../dom/html.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';

/**
 * A game's address, and the ways to share it; `more` buttons stand beside.
 * @param {{game: string, label: string, more?: Node[]}} parts
 */
export function shareLine({ game, label, more = [] }) {
  const onCode = async () => (await import('./code-sheet.js')).showCode(game);
  const code = html('button', { type: 'button', 'data-testid': 'show-code', onclick: onCode }, t('share.code'));
  return addressLine({ address: `${location.origin}/games/${game}`, label, more: [code, ...more] });
}

/**
 * The address and the ways to share it, for a page that has other things to show.
 * @param {string} game
 */
export function showSharing(game) {
  showSheet(t('share.title'), shareLine({ game, label: t('share.finished') }));
}
