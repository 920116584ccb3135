// The changes of a tree that grows, as they come, while somebody looks at the page.

/** When to ask again after the stream has ended; each time in vain doubles it. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

export class Growth {
  /** `open` opens the stream: it is given {signal, take}, and resolves or throws at its end. `take` is told each line: the whole tree first, and then changes. */
  constructor({ open, take, timers = globalThis }) {
    Object.assign(this, { open, take, timers });
    /** Ends the stream that is open, or the wait for the next one; null while nobody looks. */
    this.ending = null;
    /** Has the stream that is open told anything? */
    this.isLive = false;
    this.inVain = 0;
  }

  start() {
    if (this.ending) return;
    this.ending = new AbortController();
    this.run(this.ending.signal);
  }

  stop() {
    this.ending?.abort();
    this.ending = null;
    this.isLive = false;
  }

  async run(signal) {
    while (!signal.aborted) {
      try {
        await this.open({ signal, take: (told) => !signal.aborted && this.hear(told) });
      } catch {
        // The pause is longer each time.
      }
      if (signal.aborted) return;
      this.isLive = false;
      await this.pause(signal);
    }
  }

  hear(told) {
    this.isLive = true;
    this.inVain = 0;
    this.take(told);
  }

  pause(signal) {
    const time = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.inVain);
    this.inVain += 1;
    return new Promise((resolve) => {
      const timer = this.timers.setTimeout(resolve, time);
      signal.addEventListener('abort', () => {
        this.timers.clearTimeout(timer);
        resolve();
      });
    });
  }
}
