// What arrives together is drawn once.

/** Calls `draw` once before the next picture, however often it is asked for. */
export class Frame {
  constructor(draw) {
    this.draw = draw;
    this.asked = null;
    // A hidden page gets no pictures; it still has a title to keep.
    document.addEventListener('visibilitychange', () => this.asked !== null && this.run());
  }

  ask() {
    if (this.asked !== null) return;
    this.asked = document.hidden ? setTimeout(() => this.run()) : requestAnimationFrame(() => this.run());
  }

  run() {
    clearTimeout(this.asked);
    cancelAnimationFrame(this.asked);
    this.asked = null;
    this.draw();
  }
}
