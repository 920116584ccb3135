// The sheets about a game's address.

import { html } from '../dom/html.js';
import { shareLine } from './sharing.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';

/** The address and the ways to share it, for a page that has other things to show. */
export function showSharing(game) {
  showSheet(t('share.title'), shareLine({ game, label: t('share.finished') }));
}

/** The address as a code for another phone's camera. */
export function showCode(game) {
  const picture = html('img', { src: `/games/${game}/qr.svg`, width: 264, height: 264, alt: t('share.code_label'), 'data-testid': 'code' });
  showSheet(t('share.code_title'), html('p', {}, picture), html('p', { class: 'hint' }, t('share.code_hint')));
}
