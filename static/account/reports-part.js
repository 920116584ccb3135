// What a player told the staff, and the answers.

import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { getReports } from '../net/people.js';
import { problemText } from '../text/problem-text.js';
import { rememberLook } from '../reports/answers.js';
import { locale, t } from '../text/text.js';

/** @import { PlayerCard, Report } from '../shapes/player.js' */

/** @type {Record<string, string>} */
const ADDRESSES = { player: '/players/', name: '/players/', game: '/games/', record: '/records/' };
const moment = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** @param {any} parts */
function answerText({ answer }) {
  if (!answer) return [html('p', { class: 'report-state' }, t('reports.waits'))];
  return [html('p', { class: 'report-state' }, ...factLine([t(`reports.outcome.${answer.outcome}`), moment.format(answer.at)])),
    answer.words && html('p', { class: 'said-words', 'data-testid': 'answer-words' }, answer.words)];
}

/** @param {Report} report */
function item(report) {
  const { about, id, ground, words, created_at: at } = report;
  return html('li', { class: 'report', 'data-testid': 'own-report', 'data-answered': String(report.answer !== null) },
    html('h3', {}, ADDRESSES[about] ? html('a', { href: `${ADDRESSES[about]}${id}` }, t(`reports.about.${about}`)) : t(`reports.about.${about}`)),
    html('p', { class: 'hint' }, ...factLine([t(`report.ground.${ground}`), moment.format(at)])),
    words && html('p', { class: 'said-words' }, words),
    ...answerText(report));
}

/**
 * Shows the part to a player who has reported something, and nothing to anybody else.
 * @param {PlayerCard | null} player
 */
export async function drawReports(player) {
  find('reports').replaceChildren();
  find('reports-part').hidden = true;
  if (!player) return;
  try {
    const reports = await getReports();
    rememberLook(player, reports);
    find('reports').replaceChildren(...reports.map(item));
    find('reports-part').hidden = reports.length === 0;
    if (reports.length > 0 && location.hash === '#reports-title') find('reports-title').focus();
  } catch (problem) {
    find('reports-part').hidden = false;
    find('reports-problem').textContent = problemText(problem);
  }
}
