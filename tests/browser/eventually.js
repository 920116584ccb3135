// Pages and servers answer in their own time: an assertion is tried again until it holds.

import { pause } from './pause.js';

const PATIENCE_MS = 15_000;
/**
 * Between two tries: soon at first, and at last so rarely that the tries themselves cost a busy machine
 * little.
 */
const PAUSES_MS = [20, 50, 100, 200];

/** Calls `check` until it no longer throws, and answers its answer. */
export async function eventually(check, patience = PATIENCE_MS) {
  const deadline = Date.now() + patience;
  for (let tries = 0; ; tries += 1) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1), 'between two tries');
    }
  }
}
