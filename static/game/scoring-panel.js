// <scoring-panel>: the count as a table that adds up, and what the marks mean.

import { colorText } from './names.js';
import { diffMarks } from './marks.js';
import { hasText, t } from '../text/text.js';
import { html } from '../dom/html.js';

export class ScoringPanel extends HTMLElement {
  show({ record, seat, marks, accepted }) {
    const { scoring } = record;
    if (!scoring || record.phase === 'playing') {
      this.replaceChildren();
      return;
    }
    const signature = JSON.stringify([scoring, record.phase, seat, [...marks.dead], marks.overtaken, accepted]);
    if (signature === this.signature) return;
    this.signature = signature;
    const agreeing = record.phase === 'scoring';
    const notes = agreeing && seat ? this.notes(scoring, seat, marks, accepted) : [];
    if (agreeing) notes.push(...this.leaks(scoring));
    this.replaceChildren(...notes, this.table(scoring.score, seat && marks.changed && agreeing),
      ...(agreeing ? [this.legend(scoring)] : []));
  }

  notes(scoring, seat, marks, accepted) {
    const notes = [];
    if (marks.overtaken) notes.push(html('p', { class: 'note', role: 'status', 'data-testid': 'overtaken' }, t('scoring.overtaken')));
    if (accepted && !scoring.accepted[seat]) {
      const { died, revived } = diffMarks(accepted, scoring.dead);
      const lines = [];
      if (died.length) lines.push(t('scoring.died', { stones: died.join(', '), count: died.length }));
      if (revived.length) lines.push(t('scoring.revived', { stones: revived.join(', '), count: revived.length }));
      if (lines.length) {
        notes.push(html('div', { class: 'note', role: 'status', 'data-testid': 'changed-since' },
          html('p', {}, t('scoring.changed')), ...lines.map((line) => html('p', {}, line))));
      }
    }
    return notes;
  }

  leaks({ open_borders: points }) {
    if (!points?.length) return [];
    return [html('p', { class: 'note', 'data-testid': 'leaks' }, t('scoring.leaks', { points: points.join(', ') }))];
  }

  table(score, outdated) {
    const number = (value) => html('td', {}, value === 0 ? '0' : t('score.number', { value }));
    return html('table', { class: 'score', 'data-testid': 'score-table' },
      html('caption', {}, t('score.title')),
      html('thead', {}, html('tr', {},
        html('td', {}), html('th', { scope: 'col' }, colorText('black')), html('th', { scope: 'col' }, colorText('white')))),
      html('tbody', {}, ...score.lines.map((line) => html('tr', {},
        html('th', { scope: 'row' }, hasText(`score.${line.name}`) ? t(`score.${line.name}`) : line.name),
        number(line.black), number(line.white)))),
      html('tfoot', {},
        html('tr', { class: 'total' }, html('th', { scope: 'row' }, t('score.total')),
          html('td', { 'data-testid': 'score-black-total' }, t('score.number', { value: score.black })),
          html('td', { 'data-testid': 'score-white-total' }, t('score.number', { value: score.white }))),
        html('tr', { class: 'margin' }, html('td', { colspan: 3 },
          outdated ? t('score.outdated') : this.marginText(score.margin)))));
  }

  marginText(margin) {
    if (margin === 0) return t('score.even');
    return t('score.leads', { color: colorText(margin > 0 ? 'black' : 'white'), count: Math.abs(margin) });
  }

  legend(scoring) {
    const entries = ['territory', 'dead', ...(scoring.unsettled.length ? ['unsettled'] : []), 'dame'];
    return html('dl', { class: 'legend' }, ...entries.flatMap((name) => [
      html('dt', {}, t(`legend.${name}`)), html('dd', {}, t(`legend.${name}_means`))]));
  }
}

customElements.define('scoring-panel', ScoringPanel);
