// The buttons below a record that open a sheet: a report, a game from the shown position, and a diagram of it.

import { headText } from '../trying/words.js';
import { offerToBegin } from '../from-here/button.js';
import { withTexts } from '../text/text.js';

const find = (id) => document.getElementById(id);

/**
 * Makes them work. `shown` answers the tree that is shown, see Trying, `position` the shown position as a question to the server,
 * and `record` the record.
 */
export function offerMore({ id, shown, position, record }) {
  find('report').addEventListener('click', async () => {
    const { showReport } = await withTexts(import('../reports/report-dialog.js'), 'reports');
    showReport({ subjects: [{ about: 'record', id }] });
  });
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
