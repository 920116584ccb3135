// A sanction of a player as an item of a list: what it is, why, from when to when, and whether the player has read it.

import { factLine, html } from '../dom/html.js';
import { hasText, t } from '../text/text.js';
import { whenText } from './case-item.js';

/** @import { Sanction } from '../shapes/player.js' */

/**
 * Does it keep the player from playing at this moment?
 * @param {Sanction} parts
 */
export const isInForce = ({ kind, until, lifted_at: lifted }) => kind !== 'warning' && lifted === null && (until === null || until > Date.now());

/**
 * A ground in words; later releases know more of them.
 * @param {string} ground
 */
export const groundName = (ground) => t(hasText(`report.ground.${ground}`) ? `report.ground.${ground}` : 'report.ground.other');

/**
 * From when to when, and what became of it.
 * @param {Required<Sanction>} sanction
 */
function factsOf(sanction) {
  const { kind, at, until, lifted_at: lifted, read_at: read } = sanction;
  return [t('staff.sanction.from', { when: whenText(at) }),
    ...(until === null ? [] : [t('staff.until', { when: whenText(until) })]),
    ...(lifted === null ? [] : [t('staff.sanction.lifted', { when: whenText(lifted) })]),
    ...(read === null ? [] : [t('staff.sanction.read', { when: whenText(read) })]),
    ...(kind === 'warning' && read === null ? [t('staff.sanction.unread')] : [])];
}

/** @param {Sanction} sanction */
export function sanctionItem(sanction) {
  const { kind, ground, words } = sanction;
  const state = isInForce(sanction) ? [t('staff.sanction.in_force')] : [];
  return html('li', { class: 'report', 'data-testid': 'sanction', 'data-kind': kind, 'data-in-force': String(state.length > 0) },
    html('h3', {}, ...factLine([t(`staff.sanction.${kind}`), groundName(ground), ...state])),
    words ? html('p', { class: 'said-words' }, words) : null,
    html('p', { class: 'hint' }, ...factLine(factsOf(/** @type {Required<Sanction>} */ (sanction)))));
}
