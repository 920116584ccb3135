// The longest task of a page's main thread, out of Chromium's own trace.

import { Visit } from './visit.mjs';
import { FAST } from './slow-line.mjs';

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** The main thread that was busiest: that of the page. */
function mainThread(events) {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const work = ({ pid, tid }) => events.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid).length;
  return mains.map((main) => ({ ...main, work: work(main) })).sort((a, b) => b.work - a.work)[0];
}

const lengthOf = ({ dur, tdur = dur }) => tdur / 1000;

/**
 * The longest task of a trace: {millis, clock, holds}. `millis` is the time of the thread, in which other programs have no
 * part and the slowing has, `clock` what went by meanwhile, `holds` names its longest parts.
 */
function longestOf(trace) {
  const { pid, tid } = mainThread(trace.traceEvents);
  const own = trace.traceEvents.filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid);
  const tasks = own.filter(({ name }) => /RunTask$/.test(name));
  const [longest] = tasks.sort((a, b) => lengthOf(b) - lengthOf(a));
  const { ts, dur } = longest;
  const inside = own.filter((event) => event.ts >= ts && event.ts + event.dur <= ts + dur && !/RunTask|RunProcess|SequenceManager/.test(event.name));
  const parts = inside.sort((a, b) => lengthOf(b) - lengthOf(a)).slice(0, 5);
  const holds = parts.map((part) => `${part.name} ${Math.round(lengthOf(part))} ms`);
  return { millis: lengthOf(longest), clock: dur / 1000, holds };
}

/** The longest task while a page opens. */
export async function longestTask(browser, line, path, options) {
  const visit = await Visit.begin(browser, line, options);
  await browser.startTracing(visit.page, { categories: CATEGORIES });
  await visit.open(path, FAST);
  const trace = JSON.parse(await browser.stopTracing());
  await visit.end();
  return longestOf(trace);
}
