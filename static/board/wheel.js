// The mouse wheel over a board walks through the moves.

/** So far the wheel is turned for a move, in pixels: less than a notch of any mouse. */
const WAY = 50;
/** What is left of a turn is forgotten after so many milliseconds. */
const REST_TIME = 300;
const LINE = 20;
const PAGE = 400;

/** Adds up small turns, as those of a touchpad: answers 'back', 'forward' or null for each. */
export class Wheel {
  constructor() {
    this.turned = 0;
    this.last = -Infinity;
  }

  /**
   * Does a turn go on with this event?
   * @param {{timeStamp: number}} event
   */
  isTurning({ timeStamp }) {
    return timeStamp - this.last <= REST_TIME;
  }

  /** @param {Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'timeStamp'>} event */
  turn({ deltaY, deltaMode, timeStamp }) {
    const turn = deltaY * [1, LINE, PAGE][deltaMode];
    if (!this.isTurning({ timeStamp }) || turn * this.turned < 0) this.turned = 0;
    this.last = timeStamp;
    this.turned += turn;
    if (Math.abs(this.turned) < WAY) return null;
    // However far a notch goes, it is one move.
    this.turned = 0;
    return turn > 0 ? 'forward' : 'back';
  }
}

/**
 * `walk` is told where to, 'back' or 'forward', if `leads` says that there is a move that way; else the page scrolls, but not
 * in the midst of a turn. With a key the wheel is the browser's, and so is a turn across.
 * @param {HTMLElement} board
 * @param {(to: 'back' | 'forward') => void} walk
 * @param {(to: 'back' | 'forward') => boolean} leads
 */
export function walkByWheel(board, walk, leads) {
  const wheel = new Wheel();
  board.addEventListener('wheel', (event) => {
    const { ctrlKey, shiftKey, altKey, metaKey, deltaX, deltaY } = event;
    if (ctrlKey || shiftKey || altKey || metaKey || Math.abs(deltaX) >= Math.abs(deltaY)) return;
    const isWay = leads(deltaY > 0 ? 'forward' : 'back');
    if (!isWay && !wheel.isTurning(event)) return;
    event.preventDefault();
    const to = wheel.turn(event);
    if (to && isWay) walk(to);
  }, { passive: false });
}
