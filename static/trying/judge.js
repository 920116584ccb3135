// Asks the server about tried moves, one after the other, in the order in which they were made. The page goes on meanwhile, and where the
// server is away the moves wait for it.

/** When to ask again if the server is away, or wants to be asked less often. */
const PAUSE = 3_000;
/** The answers that are about the move. Any other one is about the server or the reader, and the move waits. */
const REFUSED = ['illegal_move', 'invalid_position', 'invalid_settings', 'malformed', 'too_large'];

/** @import { TriedTree } from './tried-tree.js' */

export class Judge {
  /** @type {TriedTree} */ tree;
  /** @type {{lineTo: (node: number) => any, bareLineTo: (node: number) => any}} */ game;
  /** @type {(line: any) => Promise<any>} */ ask;
  /** @type {(node: number, answer: any) => void} */ judged;
  /** @type {(away: boolean) => void} */ away;
  /** @type {(again: () => void) => void} */ later;

  /**
   * `game` tells the lines in which a node is asked for: `lineTo` and, without the moves before it, `bareLineTo`. `ask` sends a line and
   * answers the position behind it; `judged` is told of each node with `{captured}`, or with `{illegal}`, the rule;
   * `away` is told whether moves wait for the server.
   * @param {TriedTree} tree
   * @param {any} game
   * @param {any} parts
   */
  constructor(tree, game, { ask, judged, away, later = (/** @type {any} */ again) => setTimeout(again, PAUSE) }) {
    Object.assign(this, { tree, game, ask, judged, away, later });
    /** @type {number[]} */
    this.waiting = [];
    this.busy = false;
    this.paused = false;
    this.ended = false;
  }

  /** Nobody has any use for answers any more. */
  end() {
    this.ended = true;
    this.waiting = [];
  }

  /** @param {number} node */
  add(node) {
    this.waiting.push(node);
    this.next();
  }

  async next() {
    if (this.busy || this.paused || this.ended) return;
    this.busy = true;
    while (this.waiting.length > 0) {
      const [node] = this.waiting;
      if (this.waits(node) && !await this.about(node)) break;
      if (this.ended) return;
      this.waiting.shift();
    }
    this.busy = false;
  }

  /**
   * Asks about one node; false if that is for later.
   * @param {number} node
   */
  async about(node) {
    let answer;
    try {
      answer = await this.answerTo(node);
    } catch (problem) {
      if (this.ended) return false;
      if (!REFUSED.includes(problem.code)) {
        this.away(true);
        this.paused = true;
        this.later(() => {
          this.paused = false;
          this.next();
        });
        return false;
      }
      answer = { illegal: problem.code };
    }
    if (this.ended) return false;
    this.away(false);
    if (this.waits(node)) this.judged(node, answer);
    return true;
  }

  /**
   * It may have been taken away meanwhile, or the game has made it, whose moves need no judgement.
   * @param {number} node
   */
  waits(node) {
    return this.tree.has(node) && this.tree.nodes[node].waits;
  }

  /** @param {number} node */
  async answerTo(node) {
    try {
      return await this.ask(this.game.lineTo(node));
    } catch (problem) {
      // The moves before it break the rules.
      if (problem.code === 'illegal_move' && this.waits(node)) return this.ask(this.game.bareLineTo(node));
      throw problem;
    }
  }
}
