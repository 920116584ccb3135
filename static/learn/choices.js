// The choices beside the board where a step is not answered on it: buttons, a count to add up, the first game.

import { html } from '../dom/html.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';
import { asPlayer } from '../net/player.js';
import { boardOf } from './position.js';
import { firstGame, keepFirstGame, markSolved } from './progress.js';
import { getHouse, postGame } from '../net/api.js';
import { lessonOf } from './lessons.js';
import { problemText } from '../text/problem-text.js';

// The last lesson: a game against the weakest computer of the server, on the page of games.

/**
 * Begins the game and goes there; answers false where no computer plays.
 * @param {any} step
 */
async function begin(step) {
  // The weakest computer comes first.
  const [computer] = await getHouse();
  if (!computer) return false;
  const { id } = await asPlayer(() => postGame({
    board: boardOf(step), color: 'black', komi: step.komi, clock: null, opponent: computer.player.id, private: true,
  }));
  keepFirstGame(id);
  markSolved(lessonOf('game'), step);
  location.assign(`/games/${id}`);
  return true;
}

/**
 * Draws the way into the game, and back to the one that was begun before.
 * @param {HTMLElement} place
 * @param {any} step
 */
function drawFirstGame(place, step) {
  const before = firstGame();
  const problem = html('p', { class: 'field-problem', role: 'alert' });
  const start = html('button', { type: 'button', class: before ? '' : 'primary', 'data-testid': 'start-game' },
    t(before ? 'learn.game.again' : 'learn.game.start'));
  start.addEventListener('click', async () => {
    start.disabled = true;
    problem.textContent = '';
    try {
      if (await begin(step)) return;
      const home = html('a', { class: 'button primary', href: '/' }, t('learn.game.home'));
      place.replaceChildren(html('p', { role: 'status', 'data-testid': 'nobody' }, t('learn.game.nobody')), home);
      home.focus();
    } catch (refusal) {
      problem.textContent = problemText(refusal);
    }
    start.disabled = false;
  });
  place.replaceChildren(html('div', { class: 'choice-buttons' },
    before ? html('a', { class: 'button primary', href: `/games/${before}`, 'data-testid': 'first-game' }, t('learn.game.back')) : null,
    start), problem);
}

/**
 * @param {any} task
 * @param {any} choice
 */
function label(task, choice) {
  if (task === 'number') return [t('score.number', { value: choice })];
  if (task === 'winner') return [stoneIcon(choice), t(`color.${choice}`)];
  return [t('action.pass')];
}

/**
 * The lines of a count, and under them the sums once they are known.
 * @param {any} score
 * @param {any} sums
 */
function countTable(score, sums) {
  /** @param {any} value */
  const number = (value) => html('td', {}, t('score.number', { value }));
  return html('table', { class: 'count', 'data-testid': 'count' },
    html('caption', { class: 'visually-hidden' }, t('score.title')),
    html('thead', {}, html('tr', {}, html('td', {}), ...['black', 'white'].map((color) =>
      html('th', { scope: 'col' }, stoneIcon(color), t(`color.${color}`))))),
    html('tbody', {}, ...score.map((/** @type {any} */ line) => html('tr', {},
      html('th', { scope: 'row' }, t(`score.${line.name}`)), number(line.black), number(line.white)))),
    html('tfoot', {}, html('tr', {}, html('th', { scope: 'row' }, t('score.total')),
      ...(sums ? [number(sums.black), number(sums.white)] : [html('td', {}, '?'), html('td', {}, '?')]))));
}

/**
 * Draws the choices of a step, if it has some; `choose` is null when there is nothing to choose any more.
 * @param {HTMLElement} place
 * @param {any} step
 * @param {any} task
 * @param {any} choose
 */
export function drawChoices(place, step, task, choose) {
  const choices = (choose && task.choices) || [];
  place.replaceChildren(
    ...(step?.task === 'winner' ? [countTable(step.score, choose ? null : task.params)] : []),
    ...(choices.length ? [html('div', { class: 'choice-buttons', role: 'group', 'aria-labelledby': 'step-text' },
      ...choices.map((/** @type {any} */ choice) => html('button', {
        type: 'button', 'data-choice': choice, onclick: () => choose(choice),
      }, ...label(step.task, choice))))] : []));
  if (step?.task === 'game') drawFirstGame(place, step);
}
