/** @import { ProblemShape } from '../shapes/player.js' */

/** A refusal: the server's own, or one that the page gives in its place. */
export class Problem extends Error {
  /** @param {ProblemShape} problem */
  constructor({ code, params = {}, status = 0 }) {
    super(code);
    this.code = code;
    this.params = params;
    this.status = status;
  }
}
