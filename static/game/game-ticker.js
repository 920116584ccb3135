// Calls again whenever a clock or a countdown shows something else, and warns the
// player whose time runs out.

import { announce } from '../dom/announcer.js';
import { longTime } from '../text/clock-text.js';
import { sound } from '../sound/sound.js';
import { t } from '../text/text.js';
import { untilNextShown } from '../time/clock.js';

const SECOND = 1_000;
/** The amounts of time left that are announced. */
const TOLD = [30 * SECOND, 10 * SECOND];

export class GameTicker {
  /**
   * `draw` shows the time and answers {faces: of the clocks that run, own: that of the person here, counting: whether
   * anything else counts down, until: in how many milliseconds something new is to be shown, or null}.
   * @param {any} draw
   */
  constructor(draw) {
    this.draw = draw;
    /** @type {any} */
    this.timer = null;
    this.before = null;
  }

  /**
   * Draws now, and from now on by itself. `turn` names the turn whose time runs.
   * @param {any} turn
   */
  run(turn) {
    if (this.turn !== turn) this.before = null;
    this.turn = turn;
    clearTimeout(this.timer);
    const { faces, own, counting, until = null } = this.draw();
    this.warn(own);
    const waits = faces.map(untilNextShown);
    if (counting) waits.push(SECOND / 2);
    if (until !== null) waits.push(until);
    if (waits.length) this.timer = setTimeout(() => this.run(turn), Math.min(...waits));
  }

  /** @param {any} own */
  warn(own) {
    const before = this.before;
    this.before = own?.millis ?? null;
    if (!own || before === null) return;
    const { millis, overtime, last, low } = own;
    if (!overtime && !last) return;
    const limit = TOLD.find((time) => before > time && millis <= time);
    if (limit) announce(t(last ? 'clock.left' : 'clock.left_period', { time: longTime(limit) }));
    const seconds = Math.ceil(millis / SECOND);
    if (low && seconds > 0 && seconds < Math.ceil(before / SECOND)) sound.low(seconds);
  }
}
