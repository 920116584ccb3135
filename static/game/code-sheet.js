// A game's address as a code for another phone's camera.

import { html } from '../dom/html.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';

/** @param {string} game */
export function showCode(game) {
  const picture = html('img', { src: `/games/${game}/qr.svg`, width: 264, height: 264, alt: t('share.code_label'), 'data-testid': 'code' });
  showSheet(t('share.code_title'), html('p', {}, picture), html('p', { class: 'hint' }, t('share.code_hint')));
}
