// Work that may wait until the page has nothing more urgent to do.

/** Milliseconds after which such work is done in any case. */
const LONGEST = 500;

/**
 * Calls `work` when the page has time for it. Answers a function that calls it off.
 * @param {() => void} work
 */
export function inSpareTime(work) {
  // Safari tells no page of its spare time.
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(work);
    return () => clearTimeout(timer);
  }
  const number = requestIdleCallback(() => work(), { timeout: LONGEST });
  return () => cancelIdleCallback(number);
}
