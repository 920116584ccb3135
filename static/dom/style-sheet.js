// Style sheets of parts that few readers ever need.

import { html } from './html.js';

/**
 * Fetches a style sheet once, and waits until it holds.
 * @param {string} href
 * @returns {Promise<unknown>}
 */
export function styledBy(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => {
    const sheet = html('link', { rel: 'stylesheet', href, onload: resolve });
    // A sheet that could not be fetched is asked for again the next time.
    sheet.onerror = (failure) => {
      sheet.remove();
      resolve(failure);
    };
    document.head.append(sheet);
  });
}
