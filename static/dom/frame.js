// Changes that arrive together are drawn once.

/** Calls `draw` once before the next picture, however often it is asked for. */
export class Frame {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /**
     * Calls off the drawing that was asked for; null if there is none.
     * @type {(() => void) | null}
     */
    this.callOff = null;
    // A hidden page gets no pictures; it still has a title to keep.
    document.addEventListener('visibilitychange', () => this.callOff && this.run());
  }

  ask() {
    if (this.callOff) return;
    // Timers and pictures have numbers of their own: clearing a timer by a picture's number would end another part's timer.
    if (document.hidden) {
      const timer = setTimeout(() => this.run());
      this.callOff = () => clearTimeout(timer);
    } else {
      const picture = requestAnimationFrame(() => this.run());
      this.callOff = () => cancelAnimationFrame(picture);
    }
  }

  /** Draws now, in place of the drawing that was asked for. */
  run() {
    this.callOff?.();
    this.callOff = null;
    this.draw();
  }
}
