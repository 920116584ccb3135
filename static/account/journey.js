// The way to a provider, and what is to be done when one is back: the tab keeps it.

import { beginSignIn } from '../net/account.js';
import { kept } from '../storage/kept.js';

const STORE = 'tengen.journey';

/**
 * Leaves for a provider. The `purpose` is "enter", "link" or "confirm"; `next` is the page where one goes on afterwards. To
 * confirm who is here the person signs in there anew.
 * @param {string} provider
 * @param {string} purpose
 * @param {string | null} next
 */
export async function leaveFor(provider, purpose, next = null) {
  const { address } = await beginSignIn({ provider, fresh: purpose === 'confirm' });
  kept((store) => store.setItem(STORE, JSON.stringify({ purpose, next })));
  location.assign(address);
}

/** Why one went, once: {purpose, next}. */
export function takeJourney() {
  try {
    const journey = JSON.parse(/** @type {string} */ (kept((store) => store.getItem(STORE))));
    kept((store) => store.removeItem(STORE));
    return journey ?? { purpose: 'enter', next: null };
  } catch {
    return { purpose: 'enter', next: null };
  }
}
