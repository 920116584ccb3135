// The button of a page with which a game begins in the position that it shows.

import { once } from '../dom/once.js';
import { withTexts } from '../text/text.js';

/**
 * Makes the button open the sheet. `beginning` answers what showBegin asks for, at the click.
 * @param {HTMLElement} button
 * @param {() => Promise<[from: any, shown: any]> | [from: any, shown: any]} beginning
 */
export function offerToBegin(button, beginning) {
  button.addEventListener('click', () => once(button, async () => {
    const { showBegin } = await withTexts(import('./begin-sheet.js'), 'begin', 'home', 'offers');
    const [from, shown] = await beginning();
    await showBegin(from, shown);
  }));
}
