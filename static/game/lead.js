// The lead in a count, in words.

import { colorText, inStones } from '../go/names.js';
import { t } from '../text/text.js';

/** @import { Rules } from '../shapes/game.js' */

/**
 * Who leads and by how much, by the text of this key where points are counted.
 * @param {string} key
 * @param {number} margin
 * @param {Rules} rules
 * @param {any} [totals]
 */
export function leadText(key, margin, rules, totals) {
  const count = Math.abs(margin);
  const amount = inStones(count, rules);
  return t(amount ? 'score.leads_stones' : key, { color: colorText(margin > 0 ? 'black' : 'white'), count, amount, ...totals });
}
