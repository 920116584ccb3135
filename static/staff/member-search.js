// Searches for members: what the form says, for the server and for the address of the page.

/** In milliseconds. */
const DAY = 86_400_000;
/**
 * What tells an address from a name.
 * @param {string} text
 */
const isMail = (text) => text.includes('@');

/** @param {Record<string, any>} fields */
const filled = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));

/**
 * What the server is asked for, of {text, role, state, unseen}: `unseen` is a number of days. Whoever `finds` by mail addresses
 * gets those from a text with an @.
 * @param {Record<string, string>} parts
 * @param {{finds: boolean, now: number}} more
 */
export function queryOf({ text, role, state, unseen }, { finds, now }) {
  const wish = text.trim();
  const byText = finds && isMail(wish) ? { mail: wish } : { name: wish };
  return filled({ ...byText, role, state, unseen_since: unseen === '' ? '' : String(now - Number(unseen) * DAY) });
}

/**
 * What the address of the page says of the same, so that whoever comes back finds it again. Mail addresses are in no address,
 * which others may see and which browsers keep.
 * @param {Record<string, string>} parts
 */
export function addressOf({ text, ...choices }) {
  const query = new URLSearchParams(filled({ text: isMail(text) ? '' : text.trim(), ...choices })).toString();
  return query ? `?${query}` : '';
}
