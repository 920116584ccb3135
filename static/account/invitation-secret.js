// The secret of an invitation stands in the address behind "#", which no server is told, and leaves it at once. The tab keeps it,
// since a page is loaded anew in another language.

import { kept } from '../storage/kept.js';

const STORE = 'tengen.invitation';

/** The secret with which one came, or null. */
export function takeSecret() {
  const secret = location.hash.slice(1);
  if (!secret) return kept((store) => store.getItem(STORE));
  kept((store) => store.setItem(STORE, secret));
  history.replaceState(null, '', location.pathname + location.search);
  return secret;
}

/** It is used up, or good for nothing. */
export const forgetSecret = () => kept((store) => store.removeItem(STORE));
