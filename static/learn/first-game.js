// The last lesson: a game against the weakest computer of the server, on the page of games.

import { asPlayer } from '../net/player.js';
import { boardOf } from './position.js';
import { firstGame, keepFirstGame, markSolved } from './progress.js';
import { getHouse, postGame } from '../net/api.js';
import { html } from '../dom/html.js';
import { lessonOf } from './lessons.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** Begins the game and goes there; answers false where no computer plays. */
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

/** Draws the way into the game, and back to the one that was begun before. */
export function drawFirstGame(place, step) {
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
