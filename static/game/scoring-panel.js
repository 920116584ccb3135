// <scoring-panel>: the count as a table that adds up, and the meaning of the marks.

import { changesText } from './status-text.js';
import { colorText } from '../go/names.js';
import { changedVertices, diffMarks, marksIn } from './marks.js';
import { hasText, t } from '../text/text.js';
import { html } from '../dom/html.js';
import { leadText } from './lead.js';

/** @import { Rules, Score, Scoring, Snapshot } from '../shapes/game.js' */
/** @import { GameState } from './game-state.js' */
/** @import { Marks } from './marks.js' */

/**
 * @param {string} testId
 * @param {...any} content
 */
const note = (testId, ...content) => html('div', { class: 'note', role: 'status', 'data-testid': testId }, ...content);

class ScoringPanel extends HTMLElement {
  /** @param {GameState} parts */
  show({ record, seat, marks, accepted, overruled }) {
    const { scoring } = record;
    if (!scoring || record.phase === 'playing') {
      this.replaceChildren();
      /** @type {any} */
      this.signature = null;
      return;
    }
    const signature = JSON.stringify([scoring, record.phase, seat, marks.shown, marks.overtaken, accepted, overruled]);
    if (signature === this.signature) return;
    this.signature = signature;
    const agreeing = record.phase === 'scoring';
    const notes = [];
    if (agreeing && seat) {
      if (marks.overtaken) notes.push(note('overtaken', html('p', {}, t('scoring.overtaken'))));
      if (!scoring.accepted[seat] && !overruled) notes.push(this.changes(record, accepted));
      if (!scoring.accepted[seat]) notes.push(this.unsettled(scoring));
    }
    if (agreeing) notes.push(...this.leaks(scoring), ...this.neutral(scoring));
    this.replaceChildren(.../** @type {Node[]} */ (notes.filter(Boolean)), this.table(scoring.score, { outdated: seat && marks.changed && agreeing, final: !agreeing, rules: record.settings.rules }),
      ...(agreeing ? [this.legend(scoring), this.lesson()] : []));
  }

  /**
   * The differences between the marks and the marks that this player accepted.
   * @param {Snapshot} parts
   * @param {Marks} accepted
   */
  changes({ scoring }, accepted) {
    const changed = accepted && diffMarks(accepted, marksIn(scoring));
    if (!changed || changedVertices(changed).length === 0) return null;
    return note('changed-since', html('p', {}, t('scoring.changed')), ...changesText(changed).map((line) => html('p', {}, line)));
  }

  /**
   * Asks a player who has not accepted to look at the stones of which the server is not sure.
   * @param {Scoring} parts
   */
  unsettled({ unsettled }) {
    return unsettled.length > 0 ? note('unsettled', html('p', {}, t('scoring.unsettled'))) : null;
  }

  /** @param {Scoring} parts */
  leaks({ open_borders: points }) {
    if (!points?.length) return [];
    return [html('p', { class: 'note', 'data-testid': 'leaks' }, t('scoring.leaks', { points: points.join(', ') }))];
  }

  /**
   * Why points are nobody's, a sentence for each reason; the players' own marks come last.
   * @param {Scoring} parts
   */
  neutral({ neutral, proposed_neutral: proposed }) {
    const reasons = new Map(proposed.map((/** @type {any} */ { at, reason }) => [at, reason]));
    const lines = ['false_eye', 'fill', 'open_border', 'seki', 'marked'].flatMap((reason) => {
      const points = neutral.filter((/** @type {string} */ at) => (reasons.get(at) ?? 'marked') === reason);
      if (points.length === 0) return [];
      return [html('p', { 'data-testid': `neutral-${reason}` }, t(`neutral.${reason}`, { points: points.join(', '), count: points.length }))];
    });
    return lines.length > 0 ? [html('div', { class: 'note' }, ...lines)] : [];
  }

  /**
   * @param {Score} score
   * @param {any} parts
   */
  table(score, { outdated, final, rules }) {
    /** @param {number} value */
    const number = (value) => html('td', {}, value === 0 ? '0' : t('score.number', { value }));
    return html('table', { class: 'score', 'data-testid': 'score-table' },
      html('caption', {}, t('score.title')),
      html('thead', {}, html('tr', {},
        html('td', {}), html('th', { scope: 'col' }, colorText('black')), html('th', { scope: 'col' }, colorText('white')))),
      html('tbody', {}, ...score.lines.map((/** @type {any} */ line) => html('tr', {},
        html('th', { scope: 'row' }, hasText(`score.${line.name}`) ? t(`score.${line.name}`) : line.name),
        number(line.black), number(line.white)))),
      html('tfoot', {},
        html('tr', { class: 'total' }, html('th', { scope: 'row' }, t('score.total')),
          html('td', { 'data-testid': 'score-black-total' }, t('score.number', { value: score.black })),
          html('td', { 'data-testid': 'score-white-total' }, t('score.number', { value: score.white }))),
        // The result of a game that is over stands beside the button for the next one.
        ...(final ? [] : [html('tr', { class: 'margin' }, html('td', { colspan: 3, 'data-testid': 'score-margin' },
          outdated ? t('score.outdated') : this.marginText(score.margin, rules)))])));
  }

  /**
   * @param {number} margin
   * @param {Rules} rules
   */
  marginText(margin, rules) {
    return margin === 0 ? t('score.even') : leadText('score.leads', margin, rules);
  }

  /** @param {Scoring} scoring */
  legend(scoring) {
    const entries = ['territory', 'dead', ...(scoring.unsettled.length ? ['unsettled'] : []), ...(scoring.neutral.length ? ['neutral'] : []), 'dame'];
    return html('dl', { class: 'legend' }, ...entries.flatMap((name) => [
      html('dt', {}, t(`legend.${name}`)), html('dd', {}, t(`legend.${name}_means`))]));
  }

  /** The lesson on dead stones opens in a tab of its own: the game goes on meanwhile. */
  lesson() {
    return html('a', { class: 'button quiet', href: '/learn/counting', target: '_blank', 'data-testid': 'learn-dead' }, t('scoring.what_is_dead'));
  }
}

customElements.define('scoring-panel', ScoringPanel);
