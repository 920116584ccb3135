// How many games wait, where another tab or the desktop shows it: before the title of the tab, on its icon, and on
// the icon of the page where it is installed.

import { setCount } from './tab-title.js';

/** More than this does not fit on an icon. */
const MOST = 9;

let shown = 0;
/** @type {HTMLLinkElement | null} */
const link = document.querySelector('link[rel="icon"]');
const plain = link?.href;

/**
 * The tab's icon with a number on it.
 * @param {number} number
 */
function numbered(number) {
  const text = number > MOST ? `${MOST}+` : String(number);
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#e0b671"/><circle cx="13" cy="13" r="9.5" fill="#242226"/>
<circle cx="20.5" cy="20.5" r="11.5" fill="#b3261e" stroke="#fff" stroke-width="1.5"/>
<text x="20.5" y="26" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="${text.length > 1 ? 13 : 16}" fill="#fff">${text}</text></svg>`)}`;
}

/**
 * How many games wait.
 * @param {number} number
 */
export function showWaiting(number) {
  if (number === shown) return;
  shown = number;
  setCount(number);
  if (link) link.href = number > 0 ? numbered(number) : /** @type {string} */ (plain);
  // A browser may have no badge, or refuse it to a page that is not installed.
  navigator.setAppBadge?.(number).catch(() => {});
}
