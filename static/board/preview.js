// A move that is chosen but not played: cross lines through the point and, under
// a finger that hides it, the point once more, magnified and with its name.

import { boardBox } from './ground.js';
import { columnOf, rowOf, vertexOf } from './geometry.js';
import { stoneShape } from './stones.js';
import { svg } from '../dom/svg.js';

const GLASS = 2.3; // radius of the magnifying glass
const POWER = 2.2;

/** `scene` is the id of what the glass magnifies. */
export function previewShapes(board, point, letter, { scene, magnified, named }) {
  const x = columnOf(board, point);
  const y = rowOf(board, point);
  const lines = svg('path', { class: 'cross-lines', d: `M${x} 0V${board.height - 1}M0 ${y}H${board.width - 1}` });
  const ghost = stoneShape(letter, x, y);
  ghost.classList.add('preview');
  const ring = svg('circle', { class: 'preview-ring', cx: x, cy: y, r: 0.56 });
  const shapes = [lines, ghost, ring];
  if (magnified) shapes.push(glassShape(board, point, letter, { scene, named }));
  return shapes;
}

function glassShape(board, point, letter, { scene, named }) {
  const x = columnOf(board, point);
  const y = rowOf(board, point);
  const box = boardBox(board, named);
  const radius = Math.min(GLASS, box.width / 3);
  // Above the finger if there is room, else below it.
  const above = y - radius - 1.2;
  const centreY = above - radius > box.y ? above : y + radius + 1.2;
  const centreX = Math.max(box.x + radius, Math.min(box.x + box.width - radius, x));
  const clip = svg('clipPath', { id: `${scene}-clip` }, svg('circle', { cx: centreX, cy: centreY, r: radius }));
  const enlarged = svg('g', { transform: `translate(${centreX} ${centreY}) scale(${POWER}) translate(${-x} ${-y})` },
    svg('use', { href: `#${scene}` }), stoneShape(letter, x, y));
  const label = svg('text', { class: 'glass-label', x: centreX, y: centreY + radius - 0.35 });
  label.textContent = vertexOf(board, point);
  return svg('g', { class: 'glass' },
    clip,
    svg('circle', { class: 'glass-back', cx: centreX, cy: centreY, r: radius }),
    svg('g', { 'clip-path': `url(#${scene}-clip)` }, enlarged),
    svg('rect', { class: 'glass-plate', x: centreX - 1.05, y: centreY + radius - 1.08, width: 2.1, height: 1.08, rx: 0.36 }),
    label,
    svg('circle', { class: 'glass-rim', cx: centreX, cy: centreY, r: radius }));
}
