// A move that is chosen but not played: cross lines through the point and, under
// a finger that hides it, the point once more, magnified and with its name.

import { stoneShape } from './stones.js';
import { pointName } from '../text/text.js';
import { svg } from '../dom/svg.js';
import { vertexOf } from './geometry.js';

/** @import { Box } from './ground.js' */
/** @import { Layout } from './layout.js' */

// The glass is as large on the screen whatever the board, and so is what it shows:
// both are shares of the board's smaller side.
const GLASS = 0.112;
const MAGNIFIED = 0.107; // a line distance under the glass
const LEAST_POWER = 1.25;

/**
 * `scene` is the id of the element that the glass magnifies, `box` the part of the plane that the board fills.
 * @param {Layout} layout
 * @param {number} point
 * @param {string} letter
 * @param {{scene: string, magnified: boolean, box: Box}} manner
 */
export function previewShapes(layout, point, letter, { scene, magnified, box }) {
  const place = layout.places[point];
  const ghost = stoneShape(letter, place, point);
  ghost.classList.add('preview');
  const ring = svg('circle', { class: 'preview-ring', cx: place.x, cy: place.y, r: 0.56 });
  const shapes = [svg('path', { class: 'cross-lines', d: crossLines(layout, point) }), ghost, ring];
  // A small figure is drawn so large that no finger hides a point of it.
  const large = layout.lettered || Math.min(box.width, box.height) > 9;
  if (magnified && large) shapes.push(glassShape(layout, point, letter, { scene, box }));
  else if (!layout.lettered) shapes.push(nameShape(layout, point, box, 0.045));
  return shapes;
}

/**
 * On a grid all the way; elsewhere the lines that meet in the point.
 * @param {Layout} layout
 * @param {number} point
 */
function crossLines({ lettered, places, lines, reach }, point) {
  const { x, y } = places[point];
  if (lettered) return `M${x} ${reach.top}V${reach.bottom}M${reach.left} ${y}H${reach.right}`;
  return lines.filter((line) => line.includes(point))
    .map(([one, other]) => `M${places[one].x} ${places[one].y}L${places[other].x} ${places[other].y}`).join('');
}

/**
 * The name of a point beside it, for boards without coordinates along the edge.
 * Its size is a share of the board's: line distances differ too much.
 * @param {Layout} layout
 * @param {number} point
 * @param {Box} box
 */
export function nameShape(layout, point, box, share = 0.022) {
  const { x, y } = layout.places[point];
  const size = Math.min(box.width, box.height) * share;
  const [width, height] = [2.5 * size, 1.4 * size];
  const left = Math.max(box.x, Math.min(box.x + box.width - width, x - width / 2));
  const above = y - 0.62 - height;
  const top = above > box.y ? above : y + 0.62;
  const label = svg('text', { class: 'point-name', x: left + width / 2, y: top + height / 2, 'font-size': size });
  label.textContent = pointName(vertexOf(layout, point));
  return svg('g', {}, svg('rect', { class: 'glass-plate', x: left, y: top, width, height, rx: 0.3 * size }), label);
}

/**
 * @param {Layout} layout
 * @param {number} point
 * @param {string} letter
 * @param {{scene: string, box: Box}} manner
 */
function glassShape(layout, point, letter, { scene, box }) {
  const place = layout.places[point];
  const { x, y } = place;
  const side = Math.min(box.width, box.height);
  const radius = GLASS * side;
  const power = Math.max(LEAST_POWER, MAGNIFIED * side);
  const size = 0.365 * radius;
  // Above the finger if there is room, else below it.
  const above = y - radius - 0.055 * side;
  const centreY = above - radius > box.y ? above : y + radius + 0.055 * side;
  const centreX = Math.max(box.x + radius, Math.min(box.x + box.width - radius, x));
  const clip = svg('clipPath', { id: `${scene}-clip` }, svg('circle', { cx: centreX, cy: centreY, r: radius }));
  const enlarged = svg('g', { transform: `translate(${centreX} ${centreY}) scale(${power}) translate(${-x} ${-y})` },
    svg('use', { href: `#${scene}` }), stoneShape(letter, place, point));
  const label = svg('text', { class: 'glass-label', x: centreX, y: centreY + radius - 0.42 * size, 'font-size': size });
  label.textContent = pointName(vertexOf(layout, point));
  return svg('g', { class: 'glass' },
    clip,
    svg('circle', { class: 'glass-back', cx: centreX, cy: centreY, r: radius }),
    svg('g', { 'clip-path': `url(#${scene}-clip)` }, enlarged),
    svg('rect', { class: 'glass-plate', x: centreX - 1.25 * size, y: centreY + radius - 1.28 * size, width: 2.5 * size, height: 1.28 * size, rx: 0.43 * size }),
    label,
    svg('circle', { class: 'glass-rim', cx: centreX, cy: centreY, r: radius }));
}
