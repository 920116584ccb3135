// The tasks of steps, and how answers are judged: by the prepared answers. Pure.
//
// A task shows itself by `shown`: stones, lastMove, and marks (found, missed, refused, dead, owners). `mode` says how
// the board is used. `answer(choice)` judges a choice, and `next()` is the choice that "Show me" would make.
//
// An answer: verdict ('right', 'more' or 'wrong'), says (which text goes with it), frames (the positions that lead to
// the final position, with the move of each), and params for the text.

import { boardOf, withStone, without } from './position.js';
import { chainAt, gridLayout } from '../board/layout.js';
import { parseVertex, vertexOf } from '../board/geometry.js';

/** @import { Color } from '../shapes/game.js' */

class Task {
  mode = 'idle';

  /** @param {any} step */
  constructor(step) {
    this.step = step;
    /** @type {any} */
    this.board = boardOf(step);
    this.stones = step.stones.join('');
    /** @type {any} */
    /** @type {string | null} */
    this.lastMove = null;
    /** @type {Record<string, any>} */
    this.marks = {};
  }

  get shown() {
    return { stones: this.stones, lastMove: this.lastMove, ...this.marks };
  }

  /** @param {string} at */
  stoneOn(at) {
    return this.stones[parseVertex(this.board, at)];
  }

  /**
   * One move as a frame, after a position.
   * @param {string} stones
   * @param {Color} color
   * @param {any} move
   */
  frame(stones, color, move) {
    const { at, captured = [] } = move;
    return { color, at, captured: captured.length, stones: withStone(this.board, stones, color, move) };
  }
}

/** Plays a prepared move. A wrong move is shown with its consequence, and the next choice begins at the position before it. */
class PlayTask extends Task {
  mode = 'play';

  /** @param {any} step */
  constructor(step) {
    super(step);
    for (const move of step.before ?? []) {
      this.stones = withStone(this.board, this.stones, 'white', move);
      this.lastMove = move.at;
    }
    this.answers = step.answers;
    this.part = '';
    this.tried = null;
  }

  get shown() {
    return { ...super.shown, ...this.tried };
  }

  next() {
    return this.answers.right[0].at[0];
  }

  /** @param {string} at */
  answer(at) {
    this.tried = null;
    if (this.stoneOn(at) !== '.') return this.wrong('occupied', at);
    const { right, wrong = [], otherwise, illegal = {} } = this.answers;
    const good = right.find((/** @type {any} */ each) => each.at.includes(at));
    if (good) return this.right(at, good);
    if (illegal[at]) {
      this.tried = { refused: at };
      return { ...this.wrong('refused', at), rule: illegal[at] };
    }
    /** @type {any} */
    const frames = this.frames(at, wrong.find((/** @type {any} */ each) => each.at.includes(at)) ?? otherwise ?? {});
    this.tried = { stones: frames.at(-1).stones, lastMove: frames.at(-1).at };
    return { ...this.wrong('wrong', at), frames };
  }

  /**
   * @param {string} at
   * @param {any} good
   */
  right(at, good) {
    const part = this.part;
    if (good.illegal) {
      this.tried = { refused: at };
      return { verdict: 'right', says: `${part}right`, frames: [], params: { at } };
    }
    /** @type {any} */
    const frames = this.frames(at, good);
    this.stones = frames.at(-1).stones;
    this.lastMove = frames.at(-1).at;
    if (!good.then) return { verdict: 'right', says: `${part}right`, frames, params: { at } };
    this.answers = good.then;
    this.part = 'then.';
    return { verdict: 'more', says: `${part}more`, frames, params: { at } };
  }

  /**
   * @param {any} says
   * @param {string} at
   */
  wrong(says, at) {
    return { verdict: 'wrong', says: says === 'occupied' ? says : this.part + says, frames: [], params: { at } };
  }

  /**
   * @param {string} at
   * @param {any} parts
   */
  frames(at, { captured, reply }) {
    const own = this.frame(this.stones, 'black', { at, captured });
    return reply ? [own, this.frame(own.stones, 'white', reply)] : [own];
  }
}

/** Stones on any points; White answers on the first free point of a list. */
class AnywhereTask extends Task {
  mode = 'play';

  /** @param {any} step */
  constructor(step) {
    super(step);
    this.left = step.count;
  }

  next() {
    return vertexOf(this.board, this.stones.indexOf('.', Math.floor(this.stones.length / 2)));
  }

  /** @param {string} at */
  answer(at) {
    if (this.stoneOn(at) !== '.') return { verdict: 'wrong', says: 'occupied', frames: [], params: { at } };
    /** @type {any} */
    const frames = [this.frame(this.stones, 'black', { at })];
    this.stones = frames[0].stones;
    const reply = this.step.replies?.find((/** @type {string} */ vertex) => this.stoneOn(vertex) === '.');
    if (reply) frames.push(this.frame(this.stones, 'white', { at: reply }));
    ({ stones: this.stones, at: this.lastMove } = frames.at(-1));
    this.left -= 1;
    const verdict = this.left > 0 ? 'more' : 'right';
    return { verdict, says: verdict, frames, params: { at, count: this.left } };
  }
}

/** Finds all points of a set. */
class PointsTask extends Task {
  mode = 'choose';

  /** @param {any} step */
  constructor(step) {
    super(step);
    /** @type {Record<string, any>} */
    this.marks = { found: [], missed: null };
  }

  next() {
    return this.step.points.find((/** @type {string} */ at) => !this.marks.found.includes(at));
  }

  /** @param {string} at */
  answer(at) {
    const { found } = this.marks;
    if (!this.step.points.includes(at)) {
      this.marks = { found, missed: at };
      return { verdict: 'wrong', says: 'wrong', frames: [], params: { at } };
    }
    this.marks = { found: found.includes(at) ? found : [...found, at], missed: null };
    const count = this.step.points.length - this.marks.found.length;
    const verdict = count > 0 ? 'more' : 'right';
    return { verdict, says: verdict, frames: [], params: { at, count } };
  }
}

/** Marks the dead chains. */
class DeadTask extends Task {
  mode = 'mark';

  /** @param {any} step */
  constructor(step) {
    super(step);
    /** @type {Record<string, any>} */
    this.marks = { dead: [] };
  }

  next() {
    return this.step.dead.find((/** @type {string} */ at) => !this.marks.dead.includes(at));
  }

  /** @param {string} at */
  answer(at) {
    const params = { at };
    if (!this.step.dead.includes(at)) return { verdict: 'wrong', says: 'wrong', frames: [], params };
    const chain = chainAt(gridLayout(this.board), this.stones, parseVertex(this.board, at));
    this.marks = { dead: [...this.marks.dead, ...chain.map((point) => vertexOf(this.board, point))] };
    const verdict = this.next() ? 'more' : 'right';
    return { verdict, says: verdict, frames: [], params };
  }
}

/** One of some choices that stand beside the board. Each kind says which is right. */
class ChoiceTask extends Task {
  /** @param {any} choice */
  answer(choice) {
    const verdict = String(choice) === String(/** @type {any} */ (this).next()) ? 'right' : 'wrong';
    if (verdict === 'right') this.solved();
    return { verdict, says: verdict, frames: [], params: this.params };
  }

  get params() {
    return {};
  }

  solved() {}
}

class NumberTask extends ChoiceTask {
  choices = this.step.options;

  next() {
    return this.step.number;
  }

  get params() {
    const owners = this.step.owners.join('');
    /** @param {any} letter */
    const count = (letter) => [...owners].filter((owner) => owner === letter).length;
    return { black: count('B'), white: count('W') };
  }

  solved() {
    this.marks = { owners: this.step.owners.join('') };
  }
}

class PassTask extends ChoiceTask {
  choices = ['pass'];

  next() {
    return 'pass';
  }
}

/** Who wins, by a count whose lines stand beside the board. */
class WinnerTask extends ChoiceTask {
  choices = ['black', 'white'];

  /** @param {any} step */
  constructor(step) {
    super(step);
    this.stones = without(this.board, this.stones, step.dead);
    this.marks = { owners: step.owners.join('') };
  }

  next() {
    return this.step.winner;
  }

  get params() {
    /** @param {Color} color */
    const sum = (color) => this.step.score.reduce((/** @type {any} */ total, /** @type {any} */ line) => total + line[color], 0);
    return { black: sum('black'), white: sum('white') };
  }
}

/** @type {Record<string, any>} */
const KINDS = {
  anywhere: AnywhereTask, play: PlayTask, points: PointsTask, number: NumberTask, pass: PassTask, dead: DeadTask, winner: WinnerTask,
  game: Task,
};

/** @param {any} step */
export const taskOf = (step) => new KINDS[step.task](step);
