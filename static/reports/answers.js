// What this browser knows of the reports that were brought from it: whether one waits, and which answers were looked at. The
// server is asked for answers only while one waits.

import { getReports } from '../net/people.js';

/** @import { PlayerCard, Report } from '../shapes/player.js' */

/**
 * `seen` is when the last answer came that was looked at; `news` whether there is a later one.
 * @typedef {{player: string, waits: boolean, seen: number, news: boolean, asked: number}} Known
 */

const STORE = 'tengen.reports';
/** Answers are asked for once in so many milliseconds, on however many pages. */
const PAUSE = 60_000;

/** @returns {Known | null} */
function known() {
  try {
    return JSON.parse(/** @type {string} */ (localStorage.getItem(STORE)));
  } catch {
    return null;
  }
}

/** @param {Known} value */
function remember(value) {
  try {
    localStorage.setItem(STORE, JSON.stringify(value));
  } catch {
    // A browser may forbid storage; the account page shows the answers in any case.
  }
}

/** @type {(reports: Report[]) => number} */
const lastAnswer = (reports) => Math.max(0, ...reports.map(({ answer }) => answer?.at ?? 0));
/** @type {(reports: Report[]) => boolean} */
const waits = (reports) => reports.some(({ answer }) => !answer);

/**
 * A report was brought just now.
 * @param {PlayerCard} player
 */
export function rememberReport(player) {
  const before = known();
  const seen = before?.player === player.id ? before.seen : 0;
  remember({ player: player.id, waits: true, seen, news: false, asked: Date.now() });
}

/**
 * The reports of a player were shown.
 * @param {PlayerCard} player
 * @param {Report[]} reports
 */
export function rememberLook(player, reports) {
  if (reports.length > 0) remember({ player: player.id, waits: waits(reports), seen: lastAnswer(reports), news: false, asked: Date.now() });
}

/**
 * Whether the staff has answered a report of a player since the player looked.
 * @param {PlayerCard} player
 */
export async function hasNewAnswer(player) {
  const before = known();
  if (!player || before?.player !== player.id) return false;
  if (before.news || !before.waits || Date.now() - before.asked < PAUSE) return before.news;
  // The page may be told anew who is here, and ask once more before the answer has come.
  remember({ ...before, asked: Date.now() });
  try {
    const reports = await getReports();
    const news = lastAnswer(reports) > before.seen;
    remember({ ...before, waits: waits(reports), news, asked: Date.now() });
    return news;
  } catch {
    // Another page asks again.
    return false;
  }
}
