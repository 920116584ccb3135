// What this browser knows of the reports that were brought from it: whether one waits, and which answers were looked at. The
// server is asked for answers only while one waits.

import { getReports } from '../net/people.js';

const STORE = 'tengen.reports';
/** Answers are asked for once in so many milliseconds, on however many pages. */
const PAUSE = 60_000;

/** {player, waits, seen, news, asked}: `seen` is when the last answer came that was looked at; `news` whether there is a later one. */
function known() {
  try {
    return JSON.parse(localStorage.getItem(STORE));
  } catch {
    return null;
  }
}

function remember(value) {
  try {
    localStorage.setItem(STORE, JSON.stringify(value));
  } catch {
    // A browser may forbid storage; the account page shows the answers in any case.
  }
}

const lastAnswer = (reports) => Math.max(0, ...reports.map(({ answer }) => answer?.at ?? 0));
const waits = (reports) => reports.some(({ answer }) => !answer);

/** A report was brought just now. */
export function rememberReport(player) {
  const before = known();
  const seen = before?.player === player.id ? before.seen : 0;
  remember({ player: player.id, waits: true, seen, news: false, asked: Date.now() });
}

/** The reports of a player were shown. */
export function rememberLook(player, reports) {
  if (reports.length > 0) remember({ player: player.id, waits: waits(reports), seen: lastAnswer(reports), news: false, asked: Date.now() });
}

/** Whether the staff has answered a report of a player since the player looked. */
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
