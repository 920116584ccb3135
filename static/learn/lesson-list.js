// The list of lessons with the progress in each, and the words of the game.

import { LESSONS, numberOf } from './lessons.js';
import { boardOf } from './position.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { isDone, solvedSteps } from './progress.js';
import { Miniature } from '../board/miniature.js';
import { t } from '../text/text.js';

const WORDS = ['point', 'liberty', 'chain', 'atari', 'capture', 'suicide', 'ko', 'eye', 'dead', 'territory', 'dame', 'komi'];

/** @param {any} parts */
const titleOf = ({ name }) => t(`learn.${name}.title`);

/** @param {any} lesson */
function stateText(lesson) {
  const done = solvedSteps(lesson).length;
  if (isDone(lesson)) return t('learn.done');
  return done > 0 ? t('learn.part_done', { done, total: lesson.steps.length }) : '';
}

/**
 * The first position of a lesson that has stones.
 * @param {any} lesson
 */
function picture(lesson) {
  const pictured = lesson.steps.slice(1).find((/** @type {any} */ { stones }) => /[BW]/.test(stones)) ?? lesson.steps[0];
  const board = new Miniature(boardOf(pictured));
  board.show(pictured.stones.join(''), null);
  return board.element;
}

/** @param {any} lesson */
function card(lesson) {
  const done = isDone(lesson);
  return html('li', { class: done ? 'lesson-card done' : 'lesson-card' },
    html('a', { href: `/learn/${lesson.name}`, 'data-lesson': lesson.name },
      picture(lesson),
      html('span', { class: 'card-text' },
        html('strong', {}, t('learn.lesson', { number: numberOf(lesson), title: titleOf(lesson) })),
        html('span', { class: 'hint' }, t(`learn.${lesson.name}.about`)),
        html('span', { class: 'card-state', 'data-testid': `state-${lesson.name}` }, done ? icon('check') : null, stateText(lesson)))));
}

/**
 * Draws the list anew. `astray`: the address named no lesson.
 * @param {any} parts
 */
export function drawList({ astray }) {
  find('astray').hidden = !astray;
  const next = LESSONS.find((lesson) => !isDone(lesson)) ?? null;
  const begun = LESSONS.some((lesson) => solvedSteps(lesson).length > 0);
  const go = find('go-on');
  go.href = next ? `/learn/${next.name}` : '/';
  if (next) go.dataset.lesson = next.name;
  else delete go.dataset.lesson;
  setText(go, !next ? t('learn.play') : begun ? t('learn.go_on', { title: titleOf(next) }) : t('learn.begin'));
  find('all-done').hidden = next !== null;
  find('lessons').replaceChildren(...LESSONS.map(card));
  find('words').replaceChildren(...WORDS.map((word) => html('div', { id: word },
    html('dt', {}, t(`learn.word.${word}`)), html('dd', {}, t(`learn.means.${word}`)))));
  document.title = t('learn.page_title');
}
