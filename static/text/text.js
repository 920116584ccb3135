// Text for people. A key names a text in the catalogue; a text is a string with
// {names} to fill in, or one string for each plural form, chosen by `count`.

import { en } from './en.js';

const catalogue = en;
const language = 'en';
const plural = new Intl.PluralRules(language);
const number = new Intl.NumberFormat(language);

export function t(key, params = {}) {
  const entry = catalogue[key];
  if (entry === undefined) return key;
  const text = typeof entry === 'string' ? entry : entry[plural.select(params.count)] ?? entry.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined || value === null) return whole;
    return typeof value === 'number' ? number.format(value) : String(value);
  });
}

export const hasText = (key) => catalogue[key] !== undefined;

/** The words for a problem that the server answered. */
export function problemText(problem) {
  const params = problem.params ?? {};
  if (problem.code === 'illegal_move' && hasText(`illegal.${params.rule}`)) {
    return t(`illegal.${params.rule}`, params);
  }
  const field = lastPart(params.field);
  if (problem.code === 'invalid_settings' && hasText(`invalid.${field}`)) {
    const text = t(`invalid.${field}`, params);
    // A text about limits says nothing without them.
    if (!text.includes('{')) return text;
  }
  if (!hasText(`problem.${problem.code}`)) return t('problem.other', { code: problem.code });
  return t(`problem.${problem.code}`, { ...params, count: Math.ceil((params.retry_after_ms ?? 0) / 1000) });
}

const lastPart = (field) => String(field ?? '').split('.').pop();

/** Fills a document's static texts from the catalogue. */
export function fillTexts(root) {
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
}
