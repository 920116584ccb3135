// Whether a record may have been read in a wrong encoding.

/** @import { KeptRecord } from '../shapes/record.js' */

const BEYOND_ASCII = /[^\0-\x7f]/;

/**
 * Whether the owner may want to choose the encoding of a record, as a list or its page tells it: plain ASCII is the same in all of
 * them. Of records from before the server noted that, whatever was not read as UTF-8 may be wrong, and so may words that are shown.
 * @param {{encoding?: string | null, ascii?: boolean | null} & Record<string, any>} parts
 */
export function mayBeMisread({ encoding, ascii, ...shown }) {
  // A server of an earlier release does not say on the page how it has read a record.
  if (!encoding) return false;
  return !(ascii ?? (/^utf-8$/i.test(encoding) && !BEYOND_ASCII.test(JSON.stringify(shown))));
}

/**
 * The record of a page as a list would tell it to the sheet of encodings.
 * @param {Pick<KeptRecord, 'id' | 'encoding' | 'info'>} parts
 */
export const listed = ({ id, encoding, info: { players, name, event } }) => ({ id, encoding, players, name, event });
