// The word of a provider for somebody who has no account yet: the tab keeps it from the page where one came back to the page to register.

import { kept } from '../storage/kept.js';

const STORE = 'tengen.voucher';

/** @typedef {{voucher: string, expires_at: number, name: string | null, provider: string}} KeptVoucher */

/**
 * Keeps {voucher, expires_at, name, provider}: `name` is suggested, `provider` is the provider's name for people.
 * @param {KeptVoucher} word
 */
export const keepVoucher = (word) => kept((store) => store.setItem(STORE, JSON.stringify(word)));

/**
 * The word that is kept and still good at a time, or null.
 * @param {number} now
 * @returns {KeptVoucher | null}
 */
export function keptVoucher(now) {
  try {
    const word = JSON.parse(/** @type {string} */ (kept((store) => store.getItem(STORE))));
    return word?.expires_at > now ? word : null;
  } catch {
    return null;
  }
}

/** It is used up, or good for nothing. */
export const forgetVoucher = () => kept((store) => store.removeItem(STORE));
