// What came of the files that a player has brought: the records, the faults that were forgiven, and what can't be read.

import { faultsPart, placeText } from '../record/file-faults.js';
import { html } from '../dom/html.js';
import { problemText, unreadableText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** So many games and files are named that can't be read: the page reads them out when they come, and any number of files can be brought. */
const MOST_REFUSED = 10;

export class ImportReport {
  /** The summaries of the records that are kept. */
  opened = [];
  /** What was forgiven, each with its place as in `placeText`. */
  warnings = [];
  /** How many faults more were forgiven, which the server does not tell one by one. */
  moreWarnings = 0;
  #refused = [];
  #more = 0;
  #severalFiles;

  constructor({ severalFiles }) {
    this.#severalFiles = severalFiles;
  }

  /** The server's answer to a file. Servers of an earlier release tell of no warnings, or of all of them. */
  add(file, { records, refused = [], warnings = [], more_warnings: more = 0 }) {
    this.opened.push(...records);
    const severalGames = records.length + refused.length > 1;
    const place = ({ game, line, column }) => ({ line, column, ...(severalGames && { game }), ...(this.#severalFiles && { file: file.name }) });
    for (const warning of warnings) this.warnings.push({ code: warning.code, ...place(warning) });
    this.moreWarnings += more;
    for (const game of refused) this.#refuse(() => t('faults.unread', { place: placeText(place(game)), detail: unreadableText(game) }));
  }

  /** A file of which nothing is kept. */
  refuse(file, refusal) {
    this.#refuse(() => (this.#severalFiles ? t('records.refused', { file: file.name, problem: problemText(refusal) }) : problemText(refusal)));
  }

  #refuse(text) {
    if (this.#refused.length < MOST_REFUSED) this.#refused.push(text());
    else this.#more += 1;
  }

  /** Why games and files can't be read, a line each. */
  get refused() {
    return this.#more > 0 ? [...this.#refused, t('faults.more_refused', { count: this.#more })] : this.#refused;
  }

  /** What was forgiven, for the page: nothing, or one part. */
  faults() {
    return this.warnings.length > 0 ? [faultsPart(this.warnings, { open: true, more: this.moreWarnings })] : [];
  }

  /** The only record, if nothing has to be said beside it. */
  get only() {
    return this.opened.length === 1 && this.#refused.length === 0 ? this.opened[0] : null;
  }

  /** Each of `refused` as an element. */
  lines() {
    return this.refused.map((line) => html('span', {}, line));
  }
}
