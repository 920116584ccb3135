// The short code of a printed card, as somebody types it.

const LENGTH = 8;

/** Blanks and hyphens do not count, nor those that telephones make of them. */
const lettersOf = (text) => text.replace(/[\s\p{Pd}\u00ad\u2212]/gu, '');

/** Whether it may be one: the server knows. `u` is in none, and letters that look like digits are read as these. */
export const isShortCode = (text) => lettersOf(text).length === LENGTH && /^[0-9a-tv-z]+$/i.test(lettersOf(text));
