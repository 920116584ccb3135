// The drawings of a lesson on the board: points that were found, one that was not meant, one where a move was refused.
// Shapes differ, not only colours.

import { parseVertex } from '../board/geometry.js';
import { svg } from '../dom/svg.js';

/** `marks`: found (vertices), missed and refused (a vertex or null). */
export function lessonShapes(layout, { found = [], missed, refused }) {
  const place = (vertex) => layout.places[parseVertex(layout, vertex)];
  const shapes = found.map(place).flatMap(({ x, y }) => [
    svg('circle', { class: 'found', cx: x, cy: y, r: 0.27 }),
    svg('path', { class: 'found-check', d: `M${x - 0.12} ${y + 0.01}l.09 .09l.16 -.19` }),
  ]);
  if (missed) {
    const { x, y } = place(missed);
    shapes.push(svg('path', { class: 'missed', d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4` }));
  }
  if (refused) {
    const { x, y } = place(refused);
    shapes.push(svg('circle', { class: 'refused-point', cx: x, cy: y, r: 0.34 }));
    shapes.push(svg('path', { class: 'refused-point', d: `M${x - 0.24} ${y - 0.24}l.48 .48` }));
  }
  return shapes;
}
