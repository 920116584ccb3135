// How a player's games ended, by colour and board.

import { boardNameText, colorText } from '../go/names.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

const COLUMNS = ['won', 'lost', 'drawn', 'no_result'];

/** @type {(value: number) => HTMLElement} */
const number = (value) => html('td', {}, t('player.number', { value }));

/** @param {any} result */
function row({ board, color, ...counts }) {
  return html('tr', {},
    html('th', { scope: 'row' }, stoneIcon(color), html('span', {}, t('player.row', { color: colorText(color), board: boardNameText(board) }))),
    ...COLUMNS.map((name) => number(counts[name])));
}

/**
 * Draws the answer of `GET /players/{id}/results`; a sum stands below if there is something to add up.
 * @param {{results: any[], complete: boolean}} answer
 */
export function drawResults({ results, complete }) {
  const shown = COLUMNS.map((name) => t(`player.${name}`));
  find('results-head').replaceChildren(html('tr', {}, html('th', { scope: 'col' }, t('player.color_and_board')),
    ...shown.map((text) => html('th', { scope: 'col' }, text))));
  const rows = results.map(row);
  if (results.length > 1) {
    rows.push(html('tr', { class: 'sum' }, html('th', { scope: 'row' }, t('player.sum')),
      ...COLUMNS.map((name) => number(results.reduce((sum, count) => sum + count[name], 0)))));
  }
  find('results-rows').replaceChildren(...rows);
  find('results').hidden = results.length === 0;
  find('results-part').hidden = complete;
}
