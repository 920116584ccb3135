// The secret of a link that came by mail, or of a printed card, stands in the address behind "#", which no server is told, and
// leaves it at once. The tab keeps it, since a page is loaded anew in another language.

import { kept } from '../storage/kept.js';

const store = () => `tengen.letter${location.pathname}`;

/** The secret with which one came, or null. */
export function takeLetter() {
  const secret = location.hash.slice(1);
  if (!secret) return kept((storage) => storage.getItem(store()));
  kept((storage) => storage.setItem(store(), secret));
  history.replaceState(null, '', location.pathname);
  return secret;
}

/** It is used up, or good for nothing. */
export const forgetLetter = () => kept((storage) => storage.removeItem(store()));
