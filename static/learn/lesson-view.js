// One lesson: its steps on a board, one after the other, and an answer to each action of the learner.

import '../board/board-element.js';
import { announce } from '../dom/announcer.js';
import { drawChoices } from './choices.js';
import { gridLayout } from '../board/layout.js';
import { hasText, t } from '../text/text.js';
import { find } from '../dom/find.js';
import { html, setText } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { LESSONS, lessonAfter, numberOf } from './lessons.js';
import { markSolved, solvedSteps } from './progress.js';
import { onChange, setting } from '../storage/settings.js';
import { pointText } from '../go/move-text.js';
import { sound } from '../sound/sound.js';
import { taskOf } from './tasks.js';
import { parseVertex, vertexOf } from '../board/geometry.js';
import { svg } from '../dom/svg.js';

/** @import { Layout } from '../board/layout.js' */

/**
 * The drawings of a lesson on the board, of which shapes differ, not only colours. `marks`: found (vertices), missed (a point that
 * was not meant) and refused (a vertex or null).
 * @param {Layout} layout
 * @param {any} parts
 */
function lessonShapes(layout, { found = [], missed, refused }) {
  /** @param {string} vertex */
  const place = (vertex) => layout.places[parseVertex(layout, vertex)];
  const shapes = found.map(place).flatMap((/** @type {any} */ { x, y }) => [
    svg('circle', { class: 'found', cx: x, cy: y, r: 0.27 }),
    svg('path', { class: 'found-check', d: `M${x - 0.12} ${y + 0.01}l.09 .09l.16 -.19` }),
  ]);
  if (missed) {
    const { x, y } = place(missed);
    shapes.push(svg('path', { class: 'missed', d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4` }));
  }
  if (refused) {
    const { x, y } = place(refused);
    shapes.push(svg('circle', { class: 'refused-point', cx: x, cy: y, r: 0.34 }));
    shapes.push(svg('path', { class: 'refused-point', d: `M${x - 0.24} ${y - 0.24}l.48 .48` }));
  }
  return shapes;
}

/** How long White thinks, in milliseconds. */
const THINKING = 550;
/**
 * A board of a lesson has few, large points: one tap is enough where nobody asked for two.
 * @type {Record<string, string>}
 */
const PLACING = { auto: 'one', one: 'one', two: 'two', button: 'two' };
const FIRST_FOCUS = 'button, a[href]';

/** @param {number} time */
const pause = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

export class LessonView {
  /**
   * `leave(lesson)` leads to another lesson, or to the list of all.
   * @param {any} parts
   */
  constructor({ leave }) {
    this.leave = leave;
    this.board = find('board');
    for (const type of ['board-play', 'board-mark', 'board-refuse']) {
      this.board.addEventListener(type, (/** @type {any} */ event) => this.give(event.detail.at));
    }
    find('hint').addEventListener('click', () => this.say('hint', [this.text(`${this.task.part ?? ''}hint`)]));
    find('show').addEventListener('click', () => this.showHow());
    find('back').addEventListener('click', () => (this.index > 0 ? this.go(this.index - 1) : this.leave(null)));
    find('next').addEventListener('click', () => (this.atEnd ? this.leave(lessonAfter(this.lesson)) : this.go(this.index + 1)));
    onChange(() => this.task && this.drawBoard());
  }

  /**
   * Opens a lesson where it was left. `focus`: whether the keyboard goes along.
   * @param {any} lesson
   * @param {any} parts
   */
  open(lesson, { focus }) {
    /** @type {any} */
    this.lesson = lesson;
    const solved = solvedSteps(lesson);
    const open = lesson.steps.findIndex((/** @type {any} */ { name }) => !solved.includes(name));
    const number = numberOf(lesson);
    const title = t(`learn.${lesson.name}.title`);
    setText(find('lesson-title'), t('learn.lesson', { number, title }));
    document.title = t('learn.lesson_title', { number, title });
    this.go(Math.max(0, open), { focus });
  }

  get atEnd() {
    return this.index === this.lesson.steps.length;
  }

  /**
   * @param {any} says
   * @param {any} [params]
   */
  text(says, params) {
    return t(`learn.${this.lesson.name}.${this.atEnd ? '' : `${this.step.name}.`}${says}`, params);
  }

  /**
   * Shows a step; behind the last one stands the sum of the lesson.
   * @param {number} index
   */
  go(index, { focus = true } = {}) {
    const { lesson } = this;
    /** @type {any} */
    this.index = index;
    /** @type {boolean} */
    this.busy = false;
    /** @type {boolean} */
    this.showing = false;
    if (this.atEnd) {
      /** @type {boolean} */
      this.solved = true;
    } else {
      /** @type {any} */
      this.step = lesson.steps[index];
      /** @type {any} */
      this.task = taskOf(this.step);
      this.solved = false;
    }
    this.drawProgress();
    this.drawBoard();
    setText(find('step-text'), this.text(this.atEnd ? 'end' : 'text'));
    find('answer').replaceChildren();
    delete find('answer').dataset.kind;
    find('lesson').dataset.kind = this.atEnd ? 'end' : this.step.task;
    drawChoices(find('choices'), this.atEnd ? null : this.step, this.task, this.atEnd ? null : (/** @type {any} */ choice) => this.give(choice));
    if (this.atEnd) this.say('right', [t('learn.lesson_done', { number: numberOf(lesson), total: LESSONS.length })]);
    this.drawButtons();
    if (!focus) return;
    announce(t('learn.step', { number: Math.min(index + 1, lesson.steps.length), total: lesson.steps.length }));
    announce(find('step-text').textContent);
    this.focusTask();
  }

  focusTask() {
    if (this.atEnd) find('next').focus();
    else if (this.task.mode !== 'idle') this.board.focusPoint();
    else (find('choices').querySelector(FIRST_FOCUS) ?? find('back')).focus();
  }

  // --- answers ---

  /** @param {any} choice */
  async give(choice) {
    if (this.busy || this.solved) return 'none';
    const { task } = this;
    const answer = task.answer(choice);
    const called = [];
    this.busy = true;
    for (const [i, frame] of answer.frames.entries()) {
      if (i > 0) await pause(THINKING);
      // A learner who has gone on does not come back.
      if (this.task !== task) return 'none';
      this.drawBoard({ stones: frame.stones, lastMove: frame.at }, { moving: true });
      if (frame.captured) sound.capture(frame.captured);
      sound.stone();
      const move = { color: t(`color.${frame.color}`), at: frame.at, count: frame.captured };
      called.push(frame.captured ? t('move.capture', move) : t('move.play', move));
    }
    this.busy = false;
    if (answer.verdict === 'right') this.solve();
    this.drawBoard(task.shown, { moving: true });
    called.forEach(announce);
    this.say(answer.verdict, this.answerTexts(answer));
    if (answer.verdict === 'right' && !this.showing) find('next').focus();
    return answer.verdict;
  }

  solve() {
    this.solved = true;
    markSolved(this.lesson, this.step);
    drawChoices(find('choices'), this.step, this.task, null);
    this.drawButtons();
    this.drawProgress();
  }

  /** @param {any} parts */
  answerTexts({ verdict, says, rule, params }) {
    if (verdict === 'more') return [this.text(says, params)];
    if (verdict === 'right') return [t(this.showing ? 'learn.shown' : 'learn.right'), this.text(says, params)];
    const key = `learn.${this.lesson.name}.${this.step.name}.${says}`;
    return [t('learn.not_yet'), hasText(key) ? t(key, params) : t(`illegal.${rule ?? says}`, params)];
  }

  /** Makes the prepared choices one after the other. */
  async showHow() {
    if (this.busy || this.solved) return;
    const { task } = this;
    this.showing = true;
    for (let verdict = 'more'; verdict === 'more';) {
      verdict = await this.give(task.next());
      if (verdict === 'more') await pause(THINKING);
      if (this.task !== task) verdict = 'none';
    }
    this.showing = false;
    if (this.task === task && this.solved) find('next').focus();
  }

  /**
   * The answer under the board: a heading, if there are two texts, and what there is to say.
   * @param {string} kind
   * @param {any} texts
   */
  say(kind, texts) {
    const [heading, ...rest] = texts.length > 1 ? texts : [null, ...texts];
    find('answer').dataset.kind = kind;
    find('answer').replaceChildren(
      ...(kind === 'right' ? [icon('check')] : []),
      html('div', {}, ...(heading ? [html('p', { class: 'verdict' }, heading)] : []), ...rest.map((/** @type {string} */ text) => html('p', {}, text))));
    find('answer').scrollIntoView({ block: 'nearest' });
    texts.forEach(announce);
  }

  // --- drawing ---

  drawBoard(shown = this.task.shown, { moving = false } = {}) {
    const { task } = this;
    const layout = gridLayout(task.board);
    const { stones, lastMove, dead = [], owners, found = [] } = shown;
    this.board.show({
      board: layout,
      stones,
      marks: { lastMove, dead, owners },
      drawn: () => lessonShapes(layout, shown),
      mode: this.solved || this.busy ? 'idle' : task.mode,
      color: 'black',
      placing: PLACING[setting('placing')],
      // Lessons teach the names that the texts of games have.
      naming: 'letters',
      label: t('learn.board', { title: t(`learn.${this.lesson.name}.title`) }),
      pointName: (/** @type {number} */ point) => {
        const vertex = vertexOf(layout, point);
        const name = pointText({
          vertex, stone: stones[point], lastMove: vertex === lastMove, dead: dead.includes(vertex), owner: owners?.[point],
        });
        return found.includes(vertex) ? t('learn.found', { point: name }) : name;
      },
    }, { moving });
  }

  drawProgress() {
    const { steps } = this.lesson;
    const solved = solvedSteps(this.lesson);
    setText(find('step-place'), this.atEnd ? '' : t('learn.step', { number: this.index + 1, total: steps.length }));
    find('dots').replaceChildren(...steps.map((/** @type {any} */ { name }, /** @type {number} */ i) => html('li', {
      'data-state': i === this.index ? 'now' : solved.includes(name) ? 'done' : 'ahead',
    })));
  }

  drawButtons() {
    const { atEnd, lesson } = this;
    const task = atEnd ? null : this.step.task;
    const solved = this.solved || (!atEnd && solvedSteps(lesson).includes(this.step.name));
    find('hint').hidden = find('show').hidden = atEnd || task === 'game';
    find('hint').disabled = find('show').disabled = this.solved;
    find('next').hidden = task === 'game';
    find('next').disabled = !solved;
    find('next').classList.toggle('primary', this.solved);
    const after = lessonAfter(lesson);
    setText(find('next'), atEnd && after ? t('learn.next_lesson', { title: t(`learn.${after.name}.title`) }) : t('learn.next'));
  }
}
