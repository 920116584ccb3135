// A pause of the server's staff: nobody goes on before it is over, and no player can end it.

import { locale, t } from '../text/text.js';

/**
 * Does the game stand still because the staff paused it?
 * @param {any} parts
 */
export const staffPauses = ({ pause }) => Boolean(pause) && pause.color === null;

/**
 * A text of `key` with the moment at which the pause is over.
 * @param {string} key
 * @param {number} until
 */
export function untilText(key, until) {
  return t(key, { date: new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(until) });
}
