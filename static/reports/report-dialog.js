// The dialog by which somebody tells the staff of something. What is typed stays in the tab until it has arrived.

import { Problem } from '../net/problem.js';
import { asPlayer, currentPlayer } from '../net/player.js';
import { dropDraft, keepDraft } from '../forms/draft.js';
import { html, setText } from '../dom/html.js';
import { onSend } from '../forms/faults.js';
import { openDialog } from '../dom/dialogs.js';
import { postReport } from '../net/people.js';
import { rememberReport } from './answers.js';
import { styledBy } from '../dom/style-sheet.js';
import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * @typedef {{about: string, id: string, name?: string}} Subject
 * @typedef {{event: number, number: number}} Moment
 */

const GROUNDS = ['cheating', 'stalling', 'abuse', 'content', 'other'];
const LONGEST = 1_000;

/**
 * The places that say more about a field.
 * @type {(name: string) => string}
 */
const aboutField = (name) => ['hint', 'problem'].map((part) => `report-${name}-${part}`).join(' ');
/** @type {(name: string) => HTMLElement} */
const problemOf = (name) => html('p', { id: `report-${name}-problem`, class: 'field-problem', role: 'alert', 'data-problem': name });
/** @type {(name: string, label: string, input: Node, hint: Node) => HTMLElement} */
const field = (name, label, input, hint) => html('div', { class: 'form-field' },
  html('label', { for: `report-${name}` }, label), input, hint, problemOf(name));

/** @type {(subject: Subject, i: number) => HTMLElement} */
const subjectChoice = ({ about, name }, i) => html('label', { class: 'choice' },
  html('input', { type: 'radio', name: 'subject', value: i, checked: i === 0, 'data-testid': `report-${about}` }),
  html('span', {}, t(`report.about.${about}`, { name })));

/**
 * What the report is about: a choice, or the only thing there is.
 * @param {Subject[]} subjects
 */
function subjectField(subjects) {
  if (subjects.length === 1) return html('p', { class: 'report-subject' }, t(`report.about.${subjects[0].about}`, { name: subjects[0].name }));
  return html('fieldset', {}, html('legend', {}, t('report.about')), ...subjects.map(subjectChoice));
}

function groundField() {
  const select = html('select', { id: 'report-ground', name: 'ground', 'aria-describedby': aboutField('ground'), 'data-testid': 'report-ground' },
    html('option', { value: '' }, t('report.ground_choose')), ...GROUNDS.map((ground) => html('option', { value: ground }, t(`report.ground.${ground}`))));
  return field('ground', t('report.ground'), select, html('p', { id: 'report-ground-hint', class: 'hint', role: 'status' }));
}

const wordsField = () => field('words', t('report.words'), html('textarea', {
  id: 'report-words', name: 'words', rows: 3, maxlength: LONGEST, 'aria-describedby': aboutField('words'), 'data-testid': 'report-words',
}), html('p', { id: 'report-words-hint', class: 'hint' }, t('report.words_hint')));

/**
 * The move at which somebody looks; it is sent with a report of the game alone.
 * @type {(moment: Moment) => HTMLElement}
 */
const momentField = ({ number }) => html('label', { class: 'choice report-moment' },
  html('input', { type: 'checkbox', name: 'moment', checked: true, 'data-testid': 'report-moment' }), html('span', {}, t('report.moment', { number })));

/**
 * What stands in place of the form when the report has arrived.
 * @param {HTMLDialogElement} dialog
 */
function showArrived(dialog) {
  const close = html('button', { type: 'button', class: 'primary', 'data-testid': 'report-close', onclick: () => dialog.close() }, t('dialog.close'));
  dialog.replaceChildren(html('div', { class: 'sheet', 'data-testid': 'report-arrived' },
    html('h2', { id: 'report-title', tabindex: -1 }, t('report.arrived')),
    html('p', {}, t('report.arrived_text')),
    html('div', { class: 'buttons' }, html('a', { class: 'button', href: '/account#reports-title', 'data-testid': 'report-list' }, t('reports.title')), close)));
  dialog.querySelector('h2')?.focus();
}

/**
 * The body of the report, or a problem with what is missing.
 * @param {any} form
 * @param {Subject[]} subjects
 * @param {Moment | null} moment
 */
function reportOf(form, subjects, moment) {
  const { subject, ground, words, moment: withMoment } = form.elements;
  const { about, id } = subjects[Number(subject?.value ?? 0)];
  const text = words.value.trim();
  if (!ground.value) throw new Problem({ code: 'invalid_report', params: { field: 'ground' } });
  if (ground.value === 'other' && !text) throw new Problem({ code: 'invalid_report', params: { field: 'words' } });
  return { about, id, ground: ground.value, words: text, ...(about === 'game' && withMoment?.checked && { event: moment?.event }) };
}

/**
 * Asks what is to be told of one of the `subjects`: [{about, id, name}]. The `moment` {event, number} is where somebody looks at the game.
 * `newPlayer` is called if the report has made a guest of a visitor.
 * @param {{subjects: Subject[], moment?: Moment | null, newPlayer?: () => void}} report
 */
export async function showReport({ subjects, moment = null, newPlayer = () => {} }) {
  await styledBy('/static/style/forms.css');
  const draft = `report.${subjects[0].id}`;
  const dialog = html('dialog', { class: 'question report', 'aria-labelledby': 'report-title' });
  /** @type {any} */
  const form = html('form', { class: 'sheet', novalidate: true },
    html('h2', { id: 'report-title' }, t('report.title')),
    html('p', { class: 'hint' }, t('report.lead')),
    subjectField(subjects), groundField(), wordsField(), moment && momentField(moment),
    html('p', { class: 'field-problem', role: 'alert', 'data-problem': '' }),
    html('div', { class: 'buttons' },
      html('button', { type: 'button', class: 'quiet', 'data-testid': 'report-no', onclick: () => dialog.close() }, t('dialog.cancel')),
      html('button', { type: 'submit', class: 'primary', 'data-testid': 'report-send' }, t('report.send'))));
  const follow = () => {
    const { subject, ground } = form.elements;
    setText(form.querySelector('#report-ground-hint'), ground.value ? t(`report.ground_means.${ground.value}`) : '');
    if (moment) form.querySelector('.report-moment').hidden = subjects[Number(subject?.value ?? 0)].about !== 'game';
  };
  onSend(form, async () => {
    const report = reportOf(form, subjects, moment);
    const before = currentPlayer();
    await asPlayer(() => postReport(report));
    dropDraft(draft);
    const reporter = /** @type {PlayerCard} */ (currentPlayer());
    rememberReport(reporter);
    if (reporter.id !== before?.id) newPlayer();
    showArrived(dialog);
  });
  form.addEventListener('change', follow);
  keepDraft(form, draft);
  follow();
  dialog.append(form);
  openDialog(dialog);
}
