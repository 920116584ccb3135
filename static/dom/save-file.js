// Files that a page makes itself.

import { html } from './html.js';

/** The browser reads the file in its own time. */
const READING = 60_000;

/**
 * Saves a blob as a file of this name.
 * @param {Blob} blob
 * @param {string} name
 */
export function saveFile(blob, name) {
  const address = URL.createObjectURL(blob);
  html('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), READING);
}
