// Text for people. A key names a text in the catalogue; a text is a string with
// {names} to fill in, or one string for each plural form, chosen by `count`.

import { en } from './en.js';

const catalogue = { ...en };
const language = 'en';
const plural = new Intl.PluralRules(language);
const number = new Intl.NumberFormat(language);
const short = new Intl.NumberFormat(language, { notation: 'compact' });

/** Takes in a theme that not every page needs. */
export const addTexts = (theme) => Object.assign(catalogue, theme);

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

/** A number where there is little room: 1200 as 1.2K. */
export const shortNumber = (value) => short.format(value);

export const hasText = (key) => catalogue[key] !== undefined;

/** Fills a document's static texts from the catalogue. */
export function fillTexts(root) {
  for (const element of root.querySelectorAll('[data-text]')) element.textContent = t(element.dataset.text);
}
