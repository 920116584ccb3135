// A small living board that only shows.

import { PAINT, RADIUS } from './stones.js';
import { boardBox, groundShapes } from './ground.js';
import { columnOf, parseVertex, rowOf } from './geometry.js';
import { ensurePaints } from './paints.js';
import { svg } from '../dom/svg.js';

export function miniature(board, stones, lastMove, label) {
  ensurePaints();
  const { x, y, width, height } = boardBox(board, false);
  const shapes = groundShapes(board, false);
  [...(stones ?? '')].forEach((letter, point) => {
    if (letter === '.') return;
    shapes.push(svg('circle', {
      class: 'flat-stone', cx: columnOf(board, point), cy: rowOf(board, point), r: RADIUS[letter], fill: PAINT[letter],
    }));
  });
  if (lastMove && lastMove !== 'pass') {
    const point = parseVertex(board, lastMove);
    const tone = stones[point] === 'B' ? 'on-black' : 'on-white';
    shapes.push(svg('circle', { class: `last-move ${tone}`, cx: columnOf(board, point), cy: rowOf(board, point), r: 0.26 }));
  }
  const picture = svg('svg', { class: 'miniature', viewBox: `${x} ${y} ${width} ${height}` }, ...shapes);
  if (label) {
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', label);
  } else {
    picture.setAttribute('aria-hidden', 'true');
  }
  return picture;
}
