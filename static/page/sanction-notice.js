// The staff's word to the player, above everything else on each page: why there is no playing, or a warning.

import { html } from '../dom/html.js';
import { openDialog } from '../dom/dialogs.js';
import { postReport, putSanctionRead } from '../net/people.js';
import { problemText } from '../text/problem-text.js';
import { setSanction } from '../net/sanction.js';
import { locale, t } from '../text/text.js';

/** @import { Sanction } from '../shapes/player.js' */

const GROUNDS = ['cheating', 'stalling', 'abuse', 'content', 'other'];
const LONGEST_ANSWER = 1_000;

/** @type {(at: any) => string} */
const moment = (at) => new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeStyle: 'short' }).format(at);

/**
 * The main sentence of a sanction.
 * @param {Sanction} sanction
 */
function sanctionText({ kind, until }) {
  if (kind === 'suspension') return t('sanction.suspended', { date: moment(until) });
  return t(kind === 'ban' ? 'sanction.banned' : 'sanction.warned');
}

/**
 * The rule that was broken, in words.
 * @type {(ground: string) => string}
 */
const groundText = (ground) => t(`sanction.ground.${GROUNDS.includes(ground) ? ground : 'other'}`);

/**
 * Shows the sanction in place of the one before; nothing for null.
 * @param {Sanction | null} sanction
 */
export function showSanction(sanction) {
  document.getElementById('sanction-notice')?.remove();
  if (!sanction) return;
  const problem = html('p', { class: 'field-problem', role: 'alert' });
  /** @type {HTMLElement} */
  const answer = html('button', { type: 'button', class: 'quiet', 'data-testid': 'sanction-answer', onclick: () => askForAnswer(sanction, answer) }, t('sanction.answer'));
  const isWarning = sanction.kind === 'warning';
  const read = async () => {
    try {
      await putSanctionRead(sanction.id);
      setSanction(null);
    } catch (refusal) {
      problem.textContent = problemText(refusal);
    }
  };
  const notice = html('section', { id: 'sanction-notice', class: 'sanction-notice', 'aria-labelledby': 'sanction-words', 'data-testid': 'sanction-notice', 'data-kind': sanction.kind },
    html('p', { id: 'sanction-words', role: 'status' }, html('strong', {}, sanctionText(sanction)), ' ', groundText(sanction.ground)),
    sanction.words ? html('blockquote', {}, sanction.words) : null,
    isWarning ? null : html('p', { class: 'hint' }, t('sanction.left')),
    problem,
    html('div', { class: 'row' },
      isWarning ? html('button', { type: 'button', class: 'primary', 'data-testid': 'sanction-read', onclick: read }, t('sanction.read')) : null,
      answer));
  document.body.prepend(notice);
}

/**
 * @param {Sanction} sanction
 * @param {HTMLElement} button
 */
function askForAnswer(sanction, button) {
  const problem = html('p', { class: 'field-problem', role: 'alert' });
  const words = html('textarea', { id: 'sanction-answer-words', rows: 5, maxlength: LONGEST_ANSWER, required: true, autofocus: true });
  const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'sanction-answer-title' });
  const form = html('form', { class: 'sheet' },
    html('h2', { id: 'sanction-answer-title' }, t('sanction.answer')),
    html('label', { for: 'sanction-answer-words' }, t('sanction.answer_label')),
    words,
    problem,
    html('div', { class: 'buttons' },
      html('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('dialog.cancel')),
      html('button', { type: 'submit', class: 'primary', 'data-testid': 'sanction-send' }, t('sanction.send'))));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    try {
      await postReport({ about: 'sanction', id: sanction.id, ground: 'other', words: words.value });
      dialog.close();
      button.replaceWith(html('p', { role: 'status', 'data-testid': 'sanction-sent' }, t('sanction.sent')));
    } catch (refusal) {
      problem.textContent = refusal.code === 'already_reported' ? t('sanction.sent_before') : problemText(refusal);
    }
  });
  dialog.append(form);
  openDialog(dialog);
}
