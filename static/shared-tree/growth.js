// The changes of a tree that grows, as they come, while somebody looks at the page.

/** @import { SharedTree } from '../shapes/trees.js' */

/** When to ask again after the stream has ended; each time in vain doubles it. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/**
 * The server does not show the tree, and will not without something that happens elsewhere: whoever asks again is told the same.
 * @param {any} parts
 */
const isForGood = ({ code, status }) => [401, 403, 404].includes(status) && code !== 'internal';

export class Growth {
  /** @type {(stream: any) => Promise<unknown>} */ open;
  /** @type {() => Promise<SharedTree>} */ read;
  /** @type {(told: SharedTree) => void} */ take;
  /** @type {(problem: any) => void} */ over;
  /** @type {any} */ timers;
  /** @type {() => number} */ chance;

  /**
   * `open` opens the stream: it is given {signal, take}, and resolves or throws at its end. `read` answers the whole tree. `take`
   * is told each of both: a whole tree, or changes. `over` is told the problem with which the server refuses the tree for good;
   * nothing is asked then.
   * @param {any} parts
   */
  constructor({ open, read, take, over, timers = globalThis, chance = Math.random }) {
    Object.assign(this, { open, read, take, over, timers, chance });
    /** Ends the stream that is open, or the wait for the next one; null while nobody looks. */
    this.ending = null;
    /** Has the stream that is open told anything? */
    this.isLive = false;
    /** Does the server show the tree no more? */
    this.isOver = false;
    /** How many lines have come. */
    this.heard = 0;
    this.inVain = 0;
  }

  start() {
    if (this.ending || this.isOver) return;
    this.ending = new AbortController();
    this.run(this.ending.signal);
  }

  stop() {
    this.ending?.abort();
    this.ending = null;
    this.isLive = false;
  }

  /** The whole tree is taken, unless a stream tells it: what has come by the stream meanwhile may be newer than the answer. */
  async look() {
    if (this.isLive || this.isOver) return;
    const { heard } = this;
    try {
      const whole = await this.read();
      if (this.heard === heard && !this.isOver) this.take(whole);
    } catch (problem) {
      this.fail(problem);
    }
  }

  /** @param {any} signal */
  async run(signal) {
    while (!signal.aborted) {
      try {
        await this.open({ signal, take: (/** @type {any} */ told) => !signal.aborted && this.hear(told) });
      } catch (problem) {
        // The pause is longer each time.
        if (!signal.aborted) this.fail(problem);
      }
      if (signal.aborted) return;
      this.isLive = false;
      await this.pause(signal);
    }
  }

  /** @param {any} told */
  hear(told) {
    this.isLive = true;
    this.inVain = 0;
    this.heard += 1;
    this.take(told);
    // A tree that is shown as it was has no changes: the stream would end, and be opened again, without end.
    if (told.grows === false) this.stop();
  }

  /**
   * Anything else than a refusal for good may go by.
   * @param {any} problem
   */
  fail(problem) {
    if (this.isOver || !isForGood(problem)) return;
    this.isOver = true;
    this.stop();
    this.over(problem);
  }

  /** @param {any} signal */
  pause(signal) {
    // Those whose streams end together do not come back together.
    const time = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.inVain) * (1 + this.chance());
    this.inVain += 1;
    return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      const end = () => {
        this.timers.clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = this.timers.setTimeout(end, time);
      signal.addEventListener('abort', end);
    });
  }
}
