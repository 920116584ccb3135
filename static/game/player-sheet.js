// A player of a game, on a sheet, with the ways to meet them.

import { html } from '../dom/html.js';
import { kindText } from '../people/kind.js';
import { playerName } from '../people/player-name.js';
import { showSheet } from '../dom/dialogs.js';
import { strengthOf } from '../people/strength.js';
import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * `report` is called by whoever wants to tell the staff of something.
 * @param {PlayerCard} player
 * @param {any} parts
 */
export async function showPlayer(player, { report }) {
  const { id } = player;
  const strength = await strengthOf(player);
  const sheet = showSheet(playerName(player),
    html('p', { class: 'hint kind-line', 'data-testid': 'player-kind' }, kindText(player)),
    ...(strength ? [html('p', { class: 'hint strength-line', 'data-testid': 'strength' }, strength)] : []),
    html('a', { class: 'button primary', href: `/?opponent=${id}`, 'data-testid': 'offer-game' }, t('offer.make')),
    html('a', { class: 'button', href: `/players/${id}`, 'data-testid': 'player-link' }, t('offer.player_page')),
    html('button', { type: 'button', class: 'quiet', 'aria-haspopup': 'dialog', 'data-testid': 'report', onclick: () => { sheet.close(); report(); } }, t('report.open')));
}
