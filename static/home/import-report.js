// What came of the files that a player has brought: the records, the faults that were forgiven, and what can't be read.

import { faultsPart, placeText } from '../record/file-faults.js';
import { Problem } from '../net/problem.js';
import { html } from '../dom/html.js';
import { problemText, sizeText, unreadableText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { ProblemShape } from '../shapes/player.js' */
/** @import { FileFault, FilePlace, RecordSummary, RecordsAnswer } from '../shapes/record.js' */

/** So many games and files are named that can't be read: the page reads them out when they come, and any number of files can be brought. */
const MOST_REFUSED = 10;
const MIB = 1024 * 1024;
/**
 * The longest file that the server takes from a guest and from a member, in bytes, and how many games and nodes one of a member
 * may have.
 */
const OF_GUEST = MIB;
const OF_MEMBER = 8 * MIB;
const GAMES = 2000;
const NODES = 200_000;
/** Why a file is refused that may be within the bounds of members. */
const TOO_GREAT = ['too_large', 'too_many_games', 'too_many_nodes', 'too_many_points', 'too_many_properties', 'too_many_values'];

export class ImportReport {
  /**
   * The summaries of the records that are kept.
   * @type {RecordSummary[]}
   */
  opened = [];
  /**
   * What was forgiven, each with its place as in `placeText`.
   * @type {FileFault[]}
   */
  warnings = [];
  /** How many faults more were forgiven, which the server does not tell one by one. */
  moreWarnings = 0;
  /** @type {string[]} */
  #refused = [];
  #more = 0;
  #severalFiles;
  #isMember;
  #isTooGreat = false;

  /** @param {{severalFiles: boolean, isMember?: boolean}} parts */
  constructor({ severalFiles, isMember = true }) {
    this.#severalFiles = severalFiles;
    this.#isMember = isMember;
  }

  /**
   * Refuses a file that the server would not take, before it is sent.
   * @param {{size: number}} parts
   */
  check({ size }) {
    const most = this.#isMember ? OF_MEMBER : OF_GUEST;
    if (size > most) throw new Problem({ code: 'too_large', params: { limit_bytes: most } });
  }

  /**
   * The server's answer to a file. Servers of an earlier release tell of no warnings, or of all of them.
   * @param {File} file
   * @param {RecordsAnswer} parts
   */
  add(file, { records, refused = [], warnings = [], more_warnings: more = 0 }) {
    this.opened.push(...records);
    const severalGames = records.length + refused.length > 1;
    /** @param {FilePlace} parts */
    const place = ({ game, line, column }) => ({ line, column, ...(severalGames && { game }), ...(this.#severalFiles && { file: file.name }) });
    for (const warning of warnings) this.warnings.push({ code: warning.code, ...place(warning) });
    this.moreWarnings += more;
    for (const game of refused) this.#refuse(() => t('faults.unread', { place: placeText(place(game)), detail: unreadableText(game) }));
  }

  /**
   * A file of which nothing is kept.
   * @param {File} file
   * @param {ProblemShape} refusal
   */
  refuse(file, refusal) {
    this.#isTooGreat ||= [refusal.code, refusal.params?.reason].some((why) => TOO_GREAT.includes(why));
    this.#refuse(() => (this.#severalFiles ? t('records.refused', { file: file.name, problem: problemText(refusal) }) : problemText(refusal)));
  }

  /** @param {() => string} text */
  #refuse(text) {
    if (this.#refused.length < MOST_REFUSED) this.#refused.push(text());
    else this.#more += 1;
  }

  /** Why games and files can't be read, a line each. */
  get refused() {
    const more = this.#more > 0 ? [t('faults.more_refused', { count: this.#more })] : [];
    const hint = this.#isTooGreat && !this.#isMember ? [t('faults.for_members', { size: sizeText(OF_MEMBER), games: GAMES, nodes: NODES })] : [];
    return [...this.#refused, ...more, ...hint];
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
