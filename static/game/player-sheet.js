// A player of a game, on a sheet, and what one may want of them.

import { html } from '../dom/html.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';

export function showPlayer({ id, name }) {
  showSheet(name,
    html('a', { class: 'button primary', href: `/?opponent=${id}`, 'data-testid': 'offer-game' }, t('offer.make')),
    html('a', { class: 'button', href: `/players/${id}`, 'data-testid': 'player-link' }, t('offer.player_page')));
}
