// The one way to let time pass in a test. A test waits for a state (`eventually`, a locator), and shows that
// nothing happens by a later event; so a pause stands where there is nothing to wait for, and says why.

import { setTimeout as timer } from 'node:timers/promises';

/** Ends after so many milliseconds, or breaks off at the `signal`. */
export function pause(ms, why, { signal } = {}) {
  if (!why) throw new Error('a pause has a reason');
  return timer(ms, undefined, { signal });
}
