// What was forgiven in a file of records, in words: each kind of fault once, with the first places at which it is.

import { factLine, html } from '../dom/html.js';
import { hasText, t } from '../text/text.js';

/** @import { FileFault, FilePlace } from '../shapes/record.js' */

/** So many places of a kind are told: they show what it is, and a file may have it in each of its games. */
const MOST_PLACES = 3;

/**
 * The kinds of faults among warnings, in the order of their first ones: {code, first, more}, of which `first` are warnings and
 * `more` is how many others there are.
 * @param {FileFault[]} warnings
 */
export function kindsOf(warnings) {
  const kinds = new Map();
  for (const warning of warnings) {
    const { code } = warning;
    if (!kinds.has(code)) kinds.set(code, { code, first: [], more: 0 });
    const kind = kinds.get(code);
    if (kind.first.length < MOST_PLACES) kind.first.push(warning);
    else kind.more += 1;
  }
  return [...kinds.values()];
}

/**
 * Where something is: a `line` and a `column`, with the number of the `game` and the name of the `file` if they are given.
 * @param {FilePlace} parts
 */
export function placeText({ file, game, line, column }) {
  const place = game === undefined ? t('faults.place', { line, column }) : t('faults.place_game', { game, line, column });
  return file === undefined ? place : t('faults.place_file', { file, place });
}

/**
 * What is at fault, and what was made of it. A newer server may know more faults than the page.
 * @param {string} code
 */
const faultText = (code) => (hasText(`fault.${code}`) ? t(`fault.${code}`) : t('fault.other', { code }));

/** @param {{code: string, first: FileFault[], more: number}} parts */
function item({ code, first, more }) {
  const places = first.map((warning) => placeText(warning));
  if (more > 0) places.push(t('faults.more_places', { count: more }));
  return html('li', {}, faultText(code), ' ', html('span', { class: 'fault-places' }, ...factLine(places)));
}

/**
 * A part of a page that tells of warnings, each {code, line, column} with `game` and `file` as in `placeText`, and of so many
 * `more` about which nothing is known.
 * @param {FileFault[]} warnings
 * @param {{open: boolean, more?: number}} parts
 */
export const faultsPart = (warnings, { open, more = 0 }) => html('details', { class: 'faults', open, 'data-testid': 'faults' },
  html('summary', {}, t('faults.count', { count: warnings.length + more })),
  html('ul', {}, ...kindsOf(warnings).map(item), ...(more > 0 ? [html('li', {}, t('faults.more', { count: more }))] : [])));
