// Requests that the server does later: great work waits for its turn, and whoever has had much of it rests.

import { Problem } from './problem.js';

/** For how long somebody who sees that something is under way waits for it, in milliseconds. */
const LONGEST = 60_000;
/** Those who were told the same moment come one after the other. */
const APART = 1000;

/** @type {(time: number) => Promise<unknown>} */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/**
 * Asks again each time after so long as the server says, as long as it does say so. Any other refusal is the answer.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
export async function patiently(ask, { longest = LONGEST, pause = wait } = {}) {
  let left = longest;
  for (;;) {
    try {
      return await ask();
    } catch (refusal) {
      const later = laterBy(refusal);
      if (later === null || later > left) throw refusal;
      const time = later + Math.random() * APART;
      left -= time;
      await pause(time);
    }
  }
}

/**
 * After how long the same may be asked again; null if that is of no use.
 * @param {unknown} refusal
 * @returns {number | null}
 */
function laterBy(refusal) {
  if (!(refusal instanceof Problem) || refusal.code !== 'too_many_requests') return null;
  return refusal.params.retry_after_ms ?? null;
}
