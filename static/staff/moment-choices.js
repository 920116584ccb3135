// A moment that is to come: usual ones by a press, and the moment in words beside the field, which writes it as the browser does.

import { html } from '../dom/html.js';
import { t } from '../text/text.js';
import { whenText } from './case-item.js';

const A_MINUTE = 60_000;

/** The usual moments, each as it moves a date on. */
const CHOICES = {
  day: (/** @type {Date} */ date) => date.setDate(date.getDate() + 1),
  week: (/** @type {Date} */ date) => date.setDate(date.getDate() + 7),
  month: (/** @type {Date} */ date) => date.setMonth(date.getMonth() + 1),
};

/**
 * A moment as a field of dates and times has it, in the time of this device.
 * @param {Date} date
 */
const fieldText = (date) => new Date(date.getTime() - date.getTimezoneOffset() * A_MINUTE).toISOString().slice(0, 16);

/**
 * The moment of a field in milliseconds, or null.
 * @param {HTMLInputElement} field
 */
export function momentOf(field) {
  const moment = new Date(field.value).getTime();
  return Number.isNaN(moment) ? null : moment;
}

/**
 * The buttons that fill a field, and the moment in words.
 * @param {HTMLInputElement} field
 */
export function momentChoices(field) {
  const said = html('p', { class: 'hint moment-said', role: 'status', 'data-testid': `${field.id}-said` });
  field.addEventListener('input', () => {
    const moment = momentOf(field);
    said.textContent = moment === null ? '' : t('staff.until', { when: whenText(moment) });
  });
  /** @param {any} move */
  const choose = (move) => {
    const date = new Date();
    move(date);
    field.value = fieldText(date);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const buttons = Object.entries(CHOICES).map(([name, move]) => html('button', {
    type: 'button', class: 'quiet', 'data-testid': `${field.id}-${name}`, onclick: () => choose(move),
  }, t(`act.until.${name}`)));
  return html('div', { class: 'moment-choices', role: 'group', 'aria-label': t('act.field.until') }, ...buttons, said);
}
