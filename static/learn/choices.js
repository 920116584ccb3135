// The choices beside the board where a step is not answered on it: buttons, a count to add up, the first game.

import { drawFirstGame } from './first-game.js';
import { html } from '../dom/html.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

function label(task, choice) {
  if (task === 'number') return [t('score.number', { value: choice })];
  if (task === 'winner') return [stoneIcon(choice), t(`color.${choice}`)];
  return [t('action.pass')];
}

/** The lines of a count, and under them the sums once they are known. */
function countTable(score, sums) {
  const number = (value) => html('td', {}, t('score.number', { value }));
  return html('table', { class: 'count', 'data-testid': 'count' },
    html('caption', { class: 'visually-hidden' }, t('score.title')),
    html('thead', {}, html('tr', {}, html('td', {}), ...['black', 'white'].map((color) =>
      html('th', { scope: 'col' }, stoneIcon(color), t(`color.${color}`))))),
    html('tbody', {}, ...score.map((line) => html('tr', {},
      html('th', { scope: 'row' }, t(`score.${line.name}`)), number(line.black), number(line.white)))),
    html('tfoot', {}, html('tr', {}, html('th', { scope: 'row' }, t('score.total')),
      ...(sums ? [number(sums.black), number(sums.white)] : [html('td', {}, '?'), html('td', {}, '?')]))));
}

/** Draws the choices of a step, if it has some; `choose` is null when there is nothing to choose any more. */
export function drawChoices(place, step, task, choose) {
  const choices = (choose && task.choices) || [];
  place.replaceChildren(
    ...(step?.task === 'winner' ? [countTable(step.score, choose ? null : task.params)] : []),
    ...(choices.length ? [html('div', { class: 'choice-buttons', role: 'group', 'aria-labelledby': 'step-text' },
      ...choices.map((choice) => html('button', {
        type: 'button', 'data-choice': choice, onclick: () => choose(choice),
      }, ...label(step.task, choice))))] : []));
  if (step?.task === 'game') drawFirstGame(place, step);
}
