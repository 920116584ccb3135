// A network from which a player came: how large it is, when, and who else came from there.

import { factLine, html } from '../dom/html.js';
import { hasText, t } from '../text/text.js';
import { kindMark } from '../people/kind.js';
import { playerName } from '../people/player-name.js';
import { whenText } from './case-item.js';

/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { Network } from '../shapes/staff.js' */

/** @param {number} bits */
const sizeText = (bits) => t(hasText(`network.size.${bits}`) ? `network.size.${bits}` : 'network.size.other', { bits });

/** @param {PlayerCard} player */
const otherItem = (player) => html('li', { class: 'person', 'data-testid': 'network-other' },
  html('a', { href: `/staff/players/${player.id}` }, playerName(player)), kindMark(player));

/**
 * Those who came from there as well.
 * @param {Network} parts
 */
function othersOf({ others, more }) {
  if (others.length === 0) return [html('p', { class: 'hint' }, t('network.nobody_else'))];
  return [html('p', { class: 'hint' }, t('network.others')), html('ul', { class: 'network-others', role: 'list' }, ...others.map(otherItem)),
    more ? html('p', { class: 'hint' }, t('network.more')) : null];
}

/** @param {Network} network */
export function networkItem(network) {
  const { prefix, name, first_at: first, last_at: last } = network;
  return html('li', { class: 'report', 'data-testid': 'network', 'data-prefix': prefix },
    html('h3', {}, sizeText(prefix), ' ', html('code', {}, name)),
    html('p', { class: 'hint' }, ...factLine([t('network.first', { when: whenText(first) }), t('network.last', { when: whenText(last) })])),
    ...othersOf(network).filter(Boolean));
}
