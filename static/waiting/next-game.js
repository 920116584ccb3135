// The way from one game to the next that waits: a button in the bar, with how many there are.

import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { showWaiting } from './sign.js';
import { t } from '../text/text.js';

export class NextGame {
  /** @param {Element} bar */
  constructor(bar) {
    this.number = html('span', { class: 'next-number' });
    this.label = html('span', { class: 'visually-hidden' });
    this.button = html('a', { class: 'button next-game', 'data-testid': 'next-game', title: t('waiting.next'), hidden: true },
      html('span', { class: 'next-words' }, t('waiting.next')), icon('next'), this.number, this.label);
    bar.prepend(this.button);
  }

  /**
   * `others` are the other games in which the player has something to do, the most urgent first; in all so many wait.
   * @param {{id: string}[]} others
   * @param {number} count
   */
  show(others, count) {
    showWaiting(count);
    this.button.hidden = others.length === 0;
    if (others.length > 0) this.button.href = `/games/${others[0].id}`;
    setText(this.number, String(others.length));
    setText(this.label, t('waiting.others', { count: others.length }));
  }
}
