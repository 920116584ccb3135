// A refusal in words, with a way to the game that it names.

import { html, setText } from './html.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { ProblemShape } from '../shapes/player.js' */

/**
 * Shows a problem in an element.
 * @param {Element} element
 * @param {ProblemShape} problem
 */
export function showRefusal(element, problem) {
  setText(element, problemText(problem));
  const { game } = problem.params ?? {};
  if (game) element.append(' ', html('a', { href: `/games/${game}`, 'data-testid': 'refusing-game' }, t('problem.to_the_game')));
}
