// The games of a group that are being played, asked for again and again while somebody looks.

import { getGroupGames } from '../net/groups.js';

/** How long to wait from one answer to the next question, in milliseconds. */
const PAUSE = 4_000;
/** How many games are asked for: more than fit on the screen. */
const MOST = 20;
/** How many pages are asked for at most: one may end before it is full, even empty, when much had to be looked at for it. */
const PAGES = 4;

/**
 * The group whose wall an address is, or null.
 * @param {string} path
 */
export const groupOf = (path) => /^\/groups\/([^/]+)\/watch$/.exec(path)?.[1] ?? null;

/**
 * The newest games of a group that are being played.
 * @param {any} group
 * @param {any} get
 */
async function playing(group, get) {
  const found = [];
  let next = null;
  for (let page = 0; page < PAGES && found.length < MOST && (page === 0 || next); page += 1) {
    /** @type {any} */
    const answer = await get(group, { phase: 'playing,scoring', limit: MOST, ...(next && { cursor: next }) });
    found.push(...answer.games);
    next = answer.next;
  }
  return found.slice(0, MOST);
}

/**
 * Calls `hear` with the ids, the newest first, after every answer, and `fail` with every refusal. Nobody is asked while the page
 * is hidden. The last argument replaces the browser's own parts in tests.
 * @param {any} group
 * @param {any} parts
 */
export function followGroup(group, { hear, fail }, { get = getGroupGames, page = document, timers = globalThis } = {}) {
  /** @type {any} */
  let timer = null;
  let isAsking = false;
  const ask = async () => {
    timers.clearTimeout(timer);
    if (page.hidden || isAsking) return;
    isAsking = true;
    try {
      const games = await playing(group, get);
      hear(games.map(({ id }) => id));
    } catch (problem) {
      fail(problem);
    }
    isAsking = false;
    timer = timers.setTimeout(ask, PAUSE);
  };
  page.addEventListener('visibilitychange', ask);
  ask();
}
