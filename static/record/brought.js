// What the answer to a file said of its record, on the way to the record's page in the same tab: places in the file as it is on
// the reader's disk, and faults outside of the game, which the kept record has no more.

import { kept } from '../storage/kept.js';

/** @import { FileFault } from '../shapes/record.js' */

/** @param {string} record */
const keyOf = (record) => `tengen.brought.${record}`;

/**
 * Leaves the warnings for the page of a record.
 * @param {string} record
 * @param {FileFault[]} warnings
 */
export function handOver(record, warnings) {
  kept((storage) => storage.setItem(keyOf(record), JSON.stringify(warnings)));
}

/**
 * Takes what was left for the page of a record; null if nothing was.
 * @param {string} record
 */
export function takeOver(record) {
  return kept((storage) => {
    const left = storage.getItem(keyOf(record));
    storage.removeItem(keyOf(record));
    return JSON.parse(/** @type {string} */ (left));
  });
}
