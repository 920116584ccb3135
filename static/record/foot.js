// The buttons below a record that open a sheet: a report, another encoding, a game from the shown position, and a diagram of it.

import { headText } from '../trying/words.js';
import { listed } from './misread.js';
import { offerToBegin } from '../from-here/button.js';
import { find } from '../dom/find.js';
import { once } from '../dom/once.js';
import { problemText } from '../text/problem-text.js';
import { withTexts } from '../text/text.js';

/**
 * Makes them work. `shown` answers the tree that is shown, see Trying, `position` the shown position as a question to the server,
 * `record` the record; `isEdited` says whether there is a draft of it, or soon will be; `reread` takes it as it is in another encoding, and `refuse` tells
 * why something can't be.
 * @param {any} parts
 */
export function offerMore({ id, shown, position, record, isEdited, reread, refuse }) {
  find('report').addEventListener('click', async () => {
    const { showReport } = await withTexts(import('../reports/report-dialog.js'), 'reports');
    showReport({ subjects: [{ about: 'record', id }] });
  });
  const chooseEncoding = async () => {
    // A draft would be of the text before.
    if (isEdited()) return;
    /** @type {any} */
    let changed;
    try {
      const { showEncodings } = await withTexts(import('./encoding-sheet.js'), 'encodings');
      changed = await showEncodings(/** @type {any} */ (listed(record())));
    } catch {
      refuse(problemText({ code: 'unreachable' }));
      return;
    }
    if (changed) reread(changed.record);
  };
  find('choose-encoding').addEventListener('click', () => once(find('choose-encoding'), chooseEncoding));
  offerToBegin(find('from-here'), () => {
    const { info: { komi, handicap } } = record();
    const { cursor: { node }, game } = shown();
    const asked = position();
    return [{ ...asked, komi, handicap, position: game.beginAt(node) }, { stones: asked.stones, to_move: asked.to_move }];
  });
  find('show-diagram').addEventListener('click', async () => {
    const { showDiagram } = await withTexts(import('../board/diagram-sheet.js'), 'diagram');
    const { tree, cursor } = shown();
    showDiagram(find('board'), { label: `${find('board').view.label}, ${headText(tree, cursor.node)}`, name: `tengen-${id}-${cursor.depth}` });
  });
}
