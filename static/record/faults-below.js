// Below a record: what was forgiven in its file.

import { announce } from '../dom/announcer.js';
import { styledBy } from '../dom/style-sheet.js';
import { takeOver } from './brought.js';
import { withTexts } from '../text/text.js';

/** @import { FileFault } from '../shapes/record.js' */

/**
 * Shows the warnings of a record in a place of its page: open if the record has just come to the server, and closed for everybody else.
 * @param {HTMLElement} place
 * @param {{id: string, warnings?: FileFault[]}} parts
 */
export async function showFaults(place, { id, warnings = [] }) {
  const brought = takeOver(id);
  const told = brought ?? warnings;
  place.hidden = told.length === 0;
  if (place.hidden) return;
  try {
    const [{ faultsPart }] = await Promise.all([withTexts(import('./file-faults.js'), 'faults'), styledBy('/static/style/faults.css')]);
    const part = faultsPart(told, { open: brought !== null });
    place.replaceChildren(part);
    if (brought) announce(part.querySelector('summary')?.textContent ?? '');
  } catch {
    // The record is there without them, and so is the list at the next visit.
    place.hidden = true;
  }
}
