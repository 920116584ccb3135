// The parts of a page of a group. A part has a heading, a place that says what was done, and one that says what was refused.

import { currentPlayer } from '../net/player.js';
import { find } from '../dom/find.js';
import { once } from '../dom/once.js';
import { problemText } from '../text/problem-text.js';
import { whenConfirmed } from '../account/confirming.js';

/** @import { Card } from '../shapes/groups.js' */
/** @import { PlayerCard, ProblemShape } from '../shapes/player.js' */

/**
 * The tools of the parts of the leaders' page: `done` draws the page anew, says a text in a part, and leads there.
 * @typedef {{reload: () => Promise<void>, showCards: (cards: Card[]) => void, done: (part: string, text: string) => Promise<void>}} LeadTools
 */

/**
 * Does something that may need a sign-in of the last hour; false if it is not proved who is here.
 * @param {() => unknown} act
 */
export const whenFresh = (act) => whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, act, { next: location.pathname });

/**
 * Says in a part what was done, or nothing.
 * @param {string} part
 * @param {string} text
 */
export function sayIn(part, text) {
  find(`${part}-problem`).textContent = '';
  find(`${part}-said`).textContent = text;
}

/**
 * Says in a part what was refused.
 * @param {string} part
 * @param {ProblemShape} problem
 */
export function failIn(part, problem) {
  find(`${part}-said`).textContent = '';
  find(`${part}-problem`).textContent = problemText(problem);
}

/**
 * Leads the keyboard to the heading of a part: what had it may be gone.
 * @param {string} part
 */
export const goTo = (part) => find(`${part}-title`).focus();

/**
 * A button of a part does one thing at a time, and says there what is refused.
 * @param {HTMLElement} button
 * @param {string} part
 * @param {() => unknown} act
 */
export const press = (button, part, act) => once(button, async () => {
  sayIn(part, '');
  try {
    await act();
  } catch (problem) {
    failIn(part, problem);
  }
});
