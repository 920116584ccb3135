// <score-sum>: the leader and the lead, in one line; at the end what was counted, for the result tells the rest.

import { html, setText } from '../dom/html.js';
import { leadText } from './lead.js';
import { t } from '../text/text.js';

/** @import { Rules, Score } from '../shapes/game.js' */

class ScoreSum extends HTMLElement {
  connectedCallback() {
    /** @type {HTMLElement} */
    this.sum = html('strong', { 'data-testid': 'score-sum' });
    /** @type {HTMLElement} */
    this.outdated = html('span', { class: 'means', 'data-testid': 'score-outdated' }, t('score.sum_outdated'));
    /** @type {HTMLElement} */
    this.neutral = html('span', { class: 'means', 'data-testid': 'score-neutral' });
    this.replaceChildren(html('p', { role: 'status' }, this.sum), this.neutral, this.outdated);
  }

  /** @param {any} parts */
  show({ record: { phase, scoring, settings }, seat, marks }) {
    this.hidden = !scoring || phase === 'playing';
    if (this.hidden) return;
    setText(this.sum, sumText(scoring.score, phase === 'finished', settings.rules));
    this.neutral.hidden = scoring.neutral.length === 0;
    setText(this.neutral, t('score.neutral', { count: scoring.neutral.length }));
    const old = phase === 'scoring' && seat !== null && marks.changed;
    this.outdated.hidden = !old;
    this.classList.toggle('outdated', old);
  }
}

/**
 * @param {Score} parts
 * @param {boolean} final
 * @param {Rules} rules
 */
function sumText({ black, white, margin }, final, rules) {
  if (margin === 0) return t('score.sum_even', { count: black });
  if (final) return t('score.sum_final', { black, white });
  const [more, less] = margin > 0 ? [black, white] : [white, black];
  return leadText('score.sum', margin, rules, { more, less });
}

customElements.define('score-sum', ScoreSum);
