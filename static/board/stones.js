// The stones of one board, as SVG circles that follow a `stones` string.

import { columnOf, rowOf } from './geometry.js';
import { svg } from '../dom/svg.js';

// White looks larger than black of the same size, so black gets a trifle more.
export const RADIUS = { B: 0.487, W: 0.472 };
export const PAINT = { B: 'url(#stone-black)', W: 'url(#stone-white)' };
export const COLOR = { B: 'black', W: 'white', '.': 'empty' };

export function stoneShape(letter, x, y) {
  return svg('circle', { class: `stone ${COLOR[letter]}`, cx: x, cy: y, r: RADIUS[letter], fill: PAINT[letter] });
}

export class StoneLayer {
  constructor(board) {
    this.board = board;
    // All shadows lie under all stones, or a shadow would fall on a neighbour.
    this.shadows = svg('g', { class: 'shadows' });
    this.stones = svg('g', { class: 'stones' });
    this.shown = new Map();
  }

  /** Shows a position; new stones settle and captured ones fade if `moving`. */
  show(position, moving) {
    for (let point = 0; point < position.length; point += 1) {
      const letter = position[point];
      const old = this.shown.get(point);
      if ((old?.letter ?? '.') === letter) continue;
      if (old) this.remove(point, old, moving);
      if (letter !== '.') this.add(point, letter, moving);
    }
  }

  add(point, letter, moving) {
    const x = columnOf(this.board, point);
    const y = rowOf(this.board, point);
    const shadow = svg('circle', { cx: x + 0.05, cy: y + 0.08, r: 0.53, fill: 'url(#stone-shadow)' });
    const stone = stoneShape(letter, x, y);
    if (moving) stone.classList.add('settling');
    this.shadows.append(shadow);
    this.stones.append(stone);
    this.shown.set(point, { letter, shadow, stone });
  }

  remove(point, { shadow, stone }, moving) {
    this.shown.delete(point);
    shadow.remove();
    if (!moving) {
      stone.remove();
      return;
    }
    stone.classList.add('fading');
    setTimeout(() => stone.remove(), 260);
  }

  /** Dead stones are faded; the cross that goes with it is a mark. */
  fade(points) {
    for (const [point, { stone, shadow }] of this.shown) {
      stone.classList.toggle('dead', points.has(point));
      shadow.classList.toggle('dead', points.has(point));
    }
  }
}
