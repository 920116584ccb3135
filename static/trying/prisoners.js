// The prisoners of a player, as a card shows them.

import { html, setText } from '../dom/html.js';
import { opponentOf } from '../board/moves.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

/** @import { Color } from '../shapes/game.js' */

/**
 * The part of a card for the prisoners of a colour; `show` is told their number.
 * @param {Color} color
 */
export function prisonersOf(color) {
  const number = html('span', { 'data-testid': `prisoners-${color}` });
  const word = html('span', { class: 'visually-hidden' });
  const part = html('span', { class: 'card-prisoners' }, html('span', {}, stoneIcon(opponentOf(color))), number, word);
  return {
    part,
    /** @param {number} count */
    show(count) {
      setText(number, String(count));
      setText(word, t('card.prisoners', { count }));
      part.title = t('card.prisoners_title', { count });
    },
  };
}
