// When tiles are drawn: changed tiles together in one frame, only tiles in sight, and each at most once a second, however
// fast its game is.

const EVERY = 1_000;

/**
 * A tile, and what draws tiles.
 * @typedef {{draw: () => void}} Tile
 * @typedef {Omit<ReturnType<typeof pageDrawing>, 'ask'> & {ask: (tile: Tile) => void}} Drawer
 */

export class Drawing {
  /** @type {number} */ every;
  /** @type {any} */ timers;
  /** @type {() => number} */ now;
  /** @type {(draw: () => void) => unknown} */ frame;

  /** The second argument replaces the browser's own parts in tests. */
  constructor({ every = EVERY, timers = globalThis, now = () => performance.now(), frame = (/** @type {FrameRequestCallback} */ draw) => requestAnimationFrame(draw) } = {}) {
    Object.assign(this, { every, timers, now, frame });
    /** By tile: whether it is seen, whether it is behind its game, and when it was drawn. */
    this.tiles = new Map();
    this.waiting = false;
  }

  /**
   * A tile that is drawn from now on, when it is seen.
   * @param {Tile} tile
   */
  add(tile) {
    this.tiles.set(tile, { seen: false, behind: false, drawn: -Infinity });
  }

  /** @param {Tile} tile */
  remove(tile) {
    this.tiles.delete(tile);
  }

  /**
   * A tile's game has changed.
   * @param {Tile} tile
   */
  ask(tile) {
    this.tiles.get(tile).behind = true;
    this.plan();
  }

  /**
   * A tile has come into sight, or has gone out of it.
   * @param {Tile} tile
   * @param {boolean} seen
   */
  see(tile, seen) {
    const state = this.tiles.get(tile);
    if (!state) return;
    state.seen = seen;
    this.plan();
  }

  plan() {
    if (this.waiting) return;
    const due = [...this.tiles.values()].filter(({ seen, behind }) => seen && behind).map(({ drawn }) => drawn + this.every);
    if (due.length === 0) return;
    this.waiting = true;
    const wait = Math.min(...due) - this.now();
    if (wait <= 0) this.frame(() => this.draw());
    else this.timers.setTimeout(() => this.frame(() => this.draw()), wait);
  }

  draw() {
    this.waiting = false;
    const now = this.now();
    for (const [tile, state] of this.tiles) {
      if (!state.seen || !state.behind || state.drawn + this.every > now) continue;
      state.behind = false;
      state.drawn = now;
      tile.draw();
    }
    this.plan();
  }
}

/** The drawing of a page, with its eye for what is in sight or nearly so. */
export function pageDrawing() {
  const drawing = new Drawing();
  const tiles = new Map();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) drawing.see(tiles.get(target), isIntersecting);
  }, { rootMargin: '160px' });
  return {
    /** @param {Tile & {element: HTMLElement}} tile */
    add(tile) {
      tiles.set(tile.element, tile);
      drawing.add(tile);
      observer.observe(tile.element);
    },
    /** @param {Tile & {element: HTMLElement}} tile */
    remove(tile) {
      observer.unobserve(tile.element);
      tiles.delete(tile.element);
      drawing.remove(tile);
    },
    ask: (/** @type {Tile} */ tile) => drawing.ask(tile),
  };
}
