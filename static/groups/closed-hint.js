// What a closed class hides, said where one chooses how pupils come in.

import { find } from '../dom/find.js';

/**
 * Says so in the fields of a class, and nothing in those of a club.
 * @param {boolean} isClass
 */
export function hintAtClosed(isClass) {
  find('closed-class-hint').hidden = !isClass;
  const hints = ['joining-hint', ...(isClass ? ['closed-class-hint'] : []), 'joining-problem'];
  find('joining').setAttribute('aria-describedby', hints.join(' '));
}
