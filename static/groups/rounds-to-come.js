// Rounds with games that are still being made: their list is read again until the games are there.

/** @import { Round, RoundPair } from '../shapes/groups.js' */

/** After how many milliseconds the list is read again first, and at the latest: each pause is twice as long as the one before it. */
const FIRST = 1000;
const LONGEST = 60_000;

/** @param {RoundPair} parts */
const waits = ({ has_game: hasGame, problem }) => !hasGame && !problem;

/**
 * Answers what is to hear the rounds whenever they are shown. While the game of a pair is still to come, `load` shows them anew, but
 * never while nobody sees the page, or while the keyboard is within `list`.
 * @param {() => unknown} load
 * @param {Node} list
 */
export function followRounds(load, list, timers = globalThis) {
  /** @type {any} */
  let timer = null;
  let pause = FIRST;
  function later() {
    timers.clearTimeout(timer);
    timer = timers.setTimeout(look, pause);
    pause = Math.min(2 * pause, LONGEST);
  }
  async function look() {
    if (document.hidden || list.contains(document.activeElement)) {
      later();
      return;
    }
    try {
      await load();
    } catch {
      // What failed may be well a moment later.
      later();
    }
  }
  return (/** @type {Round[]} */ rounds) => {
    if (rounds.some(({ pairs }) => pairs.some(waits))) {
      later();
      return;
    }
    timers.clearTimeout(timer);
    pause = FIRST;
  };
}
