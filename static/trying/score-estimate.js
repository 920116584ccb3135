// <score-estimate>: a guess at the score of the shown position, when somebody asks for one. It goes with the position. Emits
// `estimated` when the board is to be drawn anew.

import { html, setText } from '../dom/html.js';
import { inStones } from '../go/names.js';
import { postEstimate } from '../net/api.js';
import { showRefusal } from '../dom/refusal.js';
import { t } from '../text/text.js';

/** @import { ProblemShape } from '../shapes/player.js' */

/**
 * Numbers with one digit behind the point tell more than a guess knows.
 * @param {number} points
 */
const rounded = (points) => Math.round(points * 2) / 2;

class ScoreEstimate extends HTMLElement {
  connectedCallback() {
    /**
     * The guess at the position with this key, {key, owners}.
     * @type {{key: string, owners: number[]} | null}
     */
    this.guess = null;
    /** @type {any} */
    this.wish = null;
    /** @type {HTMLButtonElement} */
    this.button = html('button', { type: 'button', class: 'quiet', 'aria-pressed': false, 'data-testid': 'estimate', onclick: () => this.toggle() },
      t('estimate.open'));
    /** @type {HTMLElement} */
    this.said = html('p', { class: 'trying-said', role: 'status', 'data-testid': 'estimate-said' });
    this.replaceChildren(this.button, this.said);
  }

  /**
   * Takes up the position that is shown: `wish` is the question about it. Answers how surely its points go to whom, if that was asked.
   * @param {Record<string, any>} wish
   */
  ownersOf(wish) {
    this.wish = wish;
    if (this.guess && this.guess.key !== JSON.stringify(wish)) this.tell(null, '');
    return this.guess?.owners ?? null;
  }

  async toggle() {
    if (this.guess) this.tell(null, '');
    else await this.ask();
    this.dispatchEvent(new CustomEvent('estimated'));
  }

  async ask() {
    const { wish } = this;
    const key = JSON.stringify(wish);
    this.tell(null, t('estimate.asking'));
    let guess = null;
    let text = '';
    let refusal = null;
    try {
      const { owners, black, white, doubt } = await postEstimate(wish);
      guess = { key, owners };
      const count = rounded(doubt);
      const amount = inStones(count, wish.rules);
      text = t(amount ? 'estimate.sum_stones' : 'estimate.sum', { black: String(rounded(black)), white: String(rounded(white)), count, amount });
    } catch (problem) {
      refusal = problem;
    }
    // Meanwhile another position may be shown.
    if (JSON.stringify(this.wish) !== key) this.tell(null, '');
    else if (refusal) this.refuse(refusal);
    else this.tell(guess, text);
  }

  /**
   * @param {{key: string, owners: number[]} | null} guess
   * @param {string} text
   */
  tell(guess, text) {
    this.guess = guess;
    this.button.setAttribute('aria-pressed', String(guess !== null));
    setText(this.said, text);
  }

  /** @param {ProblemShape} problem */
  refuse(problem) {
    this.tell(null, '');
    showRefusal(this.said, problem);
  }
}

customElements.define('score-estimate', ScoreEstimate);
