// Asks the server about tried moves, one after the other, in the order in which they were made. The page goes on meanwhile, and where the
// server is away the moves wait for it.

import { lineTo } from './tried-tree.js';

/** When to ask again if the server is away, or wants to be asked less often. */
const PAUSE = 3_000;
const LATER = ['unreachable', 'too_many_requests', 'unavailable', 'internal'];

export class Judge {
  /**
   * `ask` sends a line and answers the position behind it; `judged` is told of each node with `{captured}`, or with `{illegal}`, the rule;
   * `away` is told whether moves wait for the server.
   */
  constructor(tree, game, { ask, judged, away, later = (again) => setTimeout(again, PAUSE) }) {
    Object.assign(this, { tree, game, ask, judged, away, later });
    this.waiting = [];
    this.busy = false;
  }

  add(node) {
    this.waiting.push(node);
    this.next();
  }

  async next() {
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.length > 0) {
      const [node] = this.waiting;
      if (this.tree.has(node) && !await this.about(node)) break;
      this.waiting.shift();
    }
    this.busy = false;
  }

  /** Asks about one node; false if that is for later. */
  async about(node) {
    let answer;
    try {
      answer = await this.ask(lineTo(this.tree, node, this.game));
    } catch (problem) {
      if (LATER.includes(problem.code)) {
        this.away(true);
        this.later(() => this.next());
        return false;
      }
      answer = { illegal: problem.code };
    }
    this.away(false);
    // It may have been taken away meanwhile.
    if (this.tree.has(node)) this.judged(node, answer);
    return true;
  }
}
