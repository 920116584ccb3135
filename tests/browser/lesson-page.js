// A lesson as a learner uses it, and the right answer of each step, from the lessons' own data.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import { eventually } from './eventually.js';

const NAMES = ['stones', 'capture', 'suicide', 'ko', 'life', 'territory', 'counting', 'game'];

export const LESSONS = NAMES.map((name) => JSON.parse(readFileSync(new URL(`../../static/learn/lessons/${name}.json`, import.meta.url), 'utf8')));

/** The points to play on, one after the other, until a position's task is solved. */
const playedIn = ({ right: [{ at: [first], then }] }) => [first, ...(then ? playedIn(then) : [])];

/** The solution of a step: points of its board, or a choice beside it. */
export function solutionOf(step) {
  switch (step.task) {
    case 'anywhere':
      return { points: ['A1', 'A3', 'E1'].slice(0, step.count) };
    case 'play':
      return { points: playedIn(step.answers) };
    case 'points':
      return { points: step.points };
    case 'dead':
      return { points: step.dead };
    default:
      return { choice: { number: step.number, pass: 'pass', winner: step.winner }[step.task] };
  }
}

export class LessonPage {
  constructor(visitor) {
    this.visitor = visitor;
    this.page = visitor.page;
  }

  static async open(visitor, name) {
    await visitor.page.goto(`${visitor.server.url}/learn/${name}`);
    const lesson = new LessonPage(visitor);
    await lesson.point('A1').waitFor({ state: 'attached' });
    return lesson;
  }

  part(testId) {
    return this.page.getByTestId(testId);
  }

  point(vertex) {
    return this.part('board').locator(`[data-point="${vertex}"]`);
  }

  choice(value) {
    return this.page.locator(`[data-choice="${value}"]`);
  }

  async shows(vertex, stone) {
    await eventually(async () => assert.equal(await this.point(vertex).getAttribute('data-stone'), stone, vertex));
  }

  /** Waits until the answer is of a kind ('right', 'wrong', 'more', 'hint') and says this. */
  async answers(kind, text = /./) {
    await eventually(async () => {
      const answer = this.part('answer');
      assert.equal(await answer.getAttribute('data-kind'), kind);
      assert.match(await answer.innerText(), text);
    });
  }

  /** Waits until the board or a choice can be used again. */
  async ready() {
    await eventually(async () => assert.notEqual(await this.part('board').locator('svg').getAttribute('data-mode'), 'idle'));
  }

  /** Waits until screen readers have heard something like this. */
  async tells(text) {
    await eventually(async () => assert.match(await this.page.evaluate(() => globalThis.heard.join(' | ')), text));
  }
}
