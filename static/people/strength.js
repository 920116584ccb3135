// How strong a computer is, in words of the theme `offers`.

import { getHouse } from '../net/api.js';
import { hasText, t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * For a level of the server's computers, or null where no words are known.
 * @type {(level: number) => string | null}
 */
export const strengthText = (level) => (hasText(`opponent.strength.${level}`) ? t(`opponent.strength.${level}`) : null);

/**
 * For a player, if it is a computer; null where nothing is known.
 * @param {PlayerCard} player
 */
export async function strengthOf({ id, kind }) {
  if (kind !== 'computer') return null;
  try {
    const computer = (await getHouse()).find(({ player }) => player.id === id);
    return computer ? strengthText(computer.level) : null;
  } catch {
    // The rest of the page works.
    return null;
  }
}
