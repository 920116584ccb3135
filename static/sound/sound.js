// The sounds of a page. Browsers give it a voice only after a person touched it, and the module that makes the sounds is fetched then.

import { setting } from '../storage/settings.js';

/** A sound that would come later than this is left out. */
const LATEST = 300;

/** @typedef {{wake: () => Promise<void>, sound: Record<string, (...about: any[]) => void>}} Sounds */

/** @type {Sounds | null} */
let sounds = null;
/** @type {Promise<Sounds> | null} */
let fetching = null;

/** Resolves when the page has its voice. */
async function wake() {
  fetching ??= import('./sounds.js');
  try {
    sounds = await fetching;
    await sounds.wake();
  } catch {
    // Without a network the page is silent until the next touch.
    fetching = null;
  }
}
for (const type of ['pointerdown', 'keydown']) {
  globalThis.addEventListener?.(type, () => setting('sounds') && wake(), { capture: true, passive: true });
}

/**
 * The sound of a name, as soon as it is there: the first touch may be a move.
 * @param {string} name
 * @returns {(...about: any[]) => Promise<void>}
 */
const heard = (name) => async (...about) => {
  const make = () => sounds?.sound[name](...about);
  if (sounds) make();
  if (sounds || !fetching) return;
  const asked = performance.now();
  await wake();
  if (performance.now() - asked < LATEST) make();
};

/** `capture` is told how many stones are taken, and `low` how many seconds are left. */
export const sound = Object.fromEntries(['stone', 'capture', 'pass', 'low', 'start', 'end'].map((name) => [name, heard(name)]));

/** A stone, for whoever has just chosen how loud it is. */
export async function sample() {
  await wake();
  sound.stone();
}

/** A short tap under the finger, where the device can. */
export function vibrate() {
  if (setting('sounds')) navigator.vibrate?.(12);
}
