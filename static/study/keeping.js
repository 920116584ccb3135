// The buttons below the study board that keep it, show it to others, and save it as a file. Of a study that is kept its tree has
// these ways.

import '../trying/tree-ways.js';
import { find } from '../dom/find.js';
import { saveFile } from '../dom/save-file.js';
import { studyFile } from './study-file.js';
import { styledBy } from '../dom/style-sheet.js';

const SGF = 'application/x-go-sgf';

/**
 * Makes them work. `shown` answers {study, layout, tree, trying} as they are now, and `keep` keeps the study under a name and
 * throws the problem if it can't.
 * @param {any} parts
 */
export function offerKeeping({ shown, keep }) {
  /** @param {any} forOthers */
  const askToKeep = async (forOthers) => {
    const [{ showKeep }] = await Promise.all([import('./keep-sheet.js'), styledBy('/static/style/pickers.css')]);
    return showKeep({ keep, forOthers });
  };
  find('keep').addEventListener('click', () => askToKeep(false));
  find('share').addEventListener('click', async () => await askToKeep(true) && find('tree-ways').open());
  find('save').addEventListener('click', () => {
    const { study, layout, tree, trying: { kept } } = shown();
    saveFile(new Blob([studyFile(study, layout, { tree, kept })], { type: SGF }), 'tengen-study.sgf');
  });
}

/**
 * Shows the ways that there are. `kept` is the record of the study, or null.
 * @param {any} parts
 */
export function showKeeping({ trying, kept }) {
  for (const id of ['keep', 'save']) find(id).hidden = kept !== null;
  // A tree without a node can't be shown.
  find('share').hidden = kept !== null || trying.kept.count === 0;
  find('to-record').hidden = kept === null;
  if (kept) find('to-record').href = `/records/${kept.id}`;
  find('tree-ways').show({
    kind: 'records', id: kept?.id, has: kept !== null && trying.keeps, mayShare: kept !== null && trying.hasKept, sent: () => trying.sent(),
  });
}
