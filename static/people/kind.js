// The kinds of players, in words and as a mark beside a name. A member has no mark: it tells who is something else.

import { hasText, t } from '../text/text.js';
import { html } from '../dom/html.js';
import { icon } from '../dom/icons.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * The kinds that have a mark; the name of a deleted player says it already.
 * @type {(string | undefined)[]}
 */
const MARKED = ['guest', 'bot', 'computer'];

/**
 * The kind of a player in a word.
 * @type {(player: Pick<PlayerCard, 'kind'>) => string}
 */
export const kindText = ({ kind }) => (hasText(`kind.${kind}`) ? t(`kind.${kind}`) : '');

/**
 * The mark that stands beside a player's name, or nothing. Readers who hear the page get the word.
 * @type {(player: any) => HTMLElement | null}
 */
export const kindMark = (player) => (MARKED.includes(player?.kind) ? html('span', {
  class: 'kind', 'data-kind': player.kind, 'data-testid': 'kind', title: kindText(player),
}, icon(player.kind), html('span', { class: 'visually-hidden' }, kindText(player))) : null);

/**
 * Shows the mark of a player in its place, which is empty for a member.
 * @param {HTMLElement} place
 * @param {any} player
 */
export function showKind(place, player) {
  const kind = MARKED.includes(player?.kind) ? player.kind : '';
  if (place.dataset.kind === kind) return;
  place.dataset.kind = kind;
  place.replaceChildren(...(kind ? [/** @type {Node} */ (kindMark(player))] : []));
  place.hidden = !kind;
}
