// The stones of one board, as SVG circles that follow a `stones` string.

import { asideOf, variantOf } from './looks.js';
import { paintNames } from './paints.js';
import { placesOf } from './layout.js';
import { setting } from '../storage/settings.js';
import { stamp, svg } from '../dom/svg.js';

/** @import { Layout, Place } from './layout.js' */

// White looks larger than black of the same size, so black gets a trifle more.
/** @type {Record<string, number>} */
export const RADIUS = { B: 0.487, W: 0.472 };
/** @type {Record<string, string>} */
export const COLOR = { B: 'black', W: 'white', '.': 'empty' };

/** @type {(letter: string, paint: string) => (own: Record<string, any>) => SVGElement} */
const stoneOf = (letter, paint) => stamp('circle', { class: `stone ${COLOR[letter]}`, r: RADIUS[letter], fill: `url(#${paint})` });
/** @type {(letter: 'B' | 'W') => ((own: Record<string, any>) => SVGElement)[]} */
const stonesOf = (letter) => paintNames[letter].map((paint) => stoneOf(letter, paint));
/** @type {Record<string, ((own: Record<string, any>) => SVGElement)[]>} */
const STONES = { B: stonesOf('B'), W: stonesOf('W') };
const shadowAt = stamp('circle', { r: 0.53, fill: 'url(#stone-shadow)' });

/**
 * The paint of a stone on a point.
 * @type {(letter: any, point: number) => string}
 */
export const paintOf = (letter, point) => `url(#${paintNames[letter][variantOf(letter, point)]})`;

/**
 * A stone that lies, or would lie, on a point.
 * @param {any} letter
 * @param {Place} place
 * @param {number} point
 * @returns {SVGElement}
 */
export function stoneShape(letter, { x, y }, point) {
  return STONES[letter][variantOf(letter, point)]({ cx: x, cy: y });
}

/** @typedef {{letter: string, shadow: SVGElement, stones: SVGElement[]}} Lying */

const EXACTLY = { x: 0, y: 0 };

export class StoneLayer {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    // All shadows lie under all stones, or a shadow would fall on a neighbour.
    this.shadows = svg('g', { class: 'shadows' });
    this.stones = svg('g', { class: 'stones' });
    this.beyond = svg('g', { class: 'beyond-stones' });
    /** @type {Map<number, Lying>} */
    this.shown = new Map();
    /** @type {Set<number>} */
    this.faded = new Set();
    /** Do the stones lie beside their points a little, as those do that are put down by hand? */
    this.isLoose = setting('loose');
  }

  /**
   * Shows a position; new stones settle and captured ones fade if `moving`.
   * @param {string} position
   * @param {boolean} moving
   */
  show(position, moving) {
    if (this.isLoose !== setting('loose')) this.lay();
    for (let point = 0; point < position.length; point += 1) {
      const letter = position[point];
      const old = this.shown.get(point);
      if ((old?.letter ?? '.') === letter) continue;
      if (old) this.remove(point, old, moving);
      if (letter !== '.') this.add(point, letter, moving);
    }
  }

  /** All stones are laid anew. */
  lay() {
    this.isLoose = setting('loose');
    for (const [point, old] of [...this.shown]) {
      this.remove(point, old, false);
      this.add(point, old.letter, false);
    }
    const { faded } = this;
    this.faded = new Set();
    this.fade(faded);
  }

  /**
   * @param {number} point
   * @param {string} letter
   * @param {boolean} moving
   */
  add(point, letter, moving) {
    const aside = this.isLoose ? asideOf(point) : EXACTLY;
    const [place, ...others] = placesOf(this.layout, point).map(({ x, y }) => ({ x: x + aside.x, y: y + aside.y }));
    const shadow = shadowAt({ cx: place.x + 0.05, cy: place.y + 0.08 });
    const stones = [place, ...others].map((at) => stoneShape(letter, at, point));
    if (moving) for (const stone of stones) stone.classList.add('settling');
    this.shadows.append(shadow);
    this.stones.append(stones[0]);
    this.beyond.append(...stones.slice(1));
    this.shown.set(point, { letter, shadow, stones });
  }

  /**
   * @param {number} point
   * @param {Lying} lying
   * @param {boolean} moving
   */
  remove(point, { shadow, stones }, moving) {
    this.shown.delete(point);
    shadow.remove();
    const leave = () => stones.forEach((stone) => stone.remove());
    if (!moving) {
      leave();
      return;
    }
    for (const stone of stones) stone.classList.add('fading');
    setTimeout(leave, 260);
  }

  /**
   * Dead stones are faded; the cross that goes with it is a mark.
   * @param {Set<number>} points
   */
  fade(points) {
    if (points.size === 0 && this.faded.size === 0) return;
    this.faded = points;
    for (const [point, { stones, shadow }] of this.shown) {
      for (const shape of [...stones, shadow]) shape.classList.toggle('dead', points.has(point));
    }
  }
}
