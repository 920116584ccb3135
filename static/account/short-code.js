// The short code of a printed card, as somebody types it.

const LENGTH = 8;

/**
 * Width, blanks and hyphens do not count, nor those that telephones and East Asian keyboards make of them: the same as at the
 * server (`credentials/letters.rs`).
 * @param {string} text
 */
const lettersOf = (text) => text
  .replace(/[\s\-\u00ad\u2010-\u2015\u2212\u301c\u30fc\ufe58\ufe63\uff0d\uff70]/g, '')
  .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));

/**
 * The letters of what may be a code, or null: the server knows which are. `u` is in none, and letters that look like digits are
 * read as these.
 * @param {string} text
 */
export function shortCodeOf(text) {
  const letters = lettersOf(text);
  return letters.length === LENGTH && /^[0-9a-tv-z]+$/i.test(letters) ? letters : null;
}
