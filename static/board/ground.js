// What lies under the stones: wood, lines, star points, coordinates.

import { columnLetter, columnOf, rowOf, starPoints } from './geometry.js';
import { svg } from '../dom/svg.js';

const PLAIN_MARGIN = 0.75;

// A small board is drawn large, so its coordinates can be smaller in its units.
const nameSize = (layout) => 0.22 + 0.0126 * Math.min(19, Math.max(layout.width, layout.height));
const namedMargin = (layout) => 0.57 + 1.48 * nameSize(layout);

/** The part of the plane that a board fills, in units of one line distance. */
export function boardBox(layout, named) {
  const { left, top, right, bottom } = layout.reach;
  const margin = named && layout.lettered ? namedMargin(layout) : PLAIN_MARGIN;
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

export function groundShapes(layout, named) {
  const box = boardBox(layout, named);
  const shapes = ['wood', 'grain-wide', 'grain-fine'].map((paint) =>
    svg('rect', { ...box, rx: 0.22, fill: `url(#${paint})` }));
  if (layout.copies.length) shapes.push(...beyondShapes(layout));
  shapes.push(svg('path', { class: 'grid', d: layout.plain ? gridPath(layout) : linesPath(layout) }));
  if (layout.plain) {
    for (const point of starPoints(layout)) {
      shapes.push(svg('circle', { class: 'star', cx: columnOf(layout, point), cy: rowOf(layout, point), r: 0.11 }));
    }
  }
  if (named && layout.lettered) shapes.push(...nameShapes(layout));
  return shapes;
}

function gridPath({ width, height }) {
  let path = '';
  for (let column = 0; column < width; column += 1) path += `M${column} 0V${height - 1}`;
  for (let row = 0; row < height; row += 1) path += `M0 ${row}H${width - 1}`;
  return path;
}

const linesPath = ({ places, lines }) =>
  lines.map(([one, other]) => `M${places[one].x} ${places[one].y}L${places[other].x} ${places[other].y}`).join('');

/** Beyond a joined edge the wood pales, and lines run on to the copies. */
function beyondShapes({ places, copies, edges, reach }) {
  const frame = ({ left, top, right, bottom }) => `M${left - 0.5} ${top - 0.5}H${right + 0.5}V${bottom + 0.5}H${left - 0.5}Z`;
  const lines = copies.map(({ beside, x, y }) => `M${places[beside].x} ${places[beside].y}L${x} ${y}`).join('');
  return [
    svg('path', { class: 'beyond', 'fill-rule': 'evenodd', d: frame(reach) + frame(edges) }),
    svg('path', { class: 'grid across', d: lines }),
  ];
}

function nameShapes(layout) {
  const shapes = [];
  const size = nameSize(layout);
  const away = namedMargin(layout) - 0.7 * size;
  const { left, top, right, bottom } = layout.reach;
  const put = (x, y, name) => {
    const text = svg('text', { class: 'coordinate', x, y, 'font-size': size });
    text.textContent = name;
    shapes.push(text);
  };
  for (let column = 0; column < layout.width; column += 1) {
    put(column, top - away, columnLetter(column));
    put(column, bottom + away, columnLetter(column));
  }
  for (let row = 0; row < layout.height; row += 1) {
    put(left - away, row, layout.height - row);
    put(right + away, row, layout.height - row);
  }
  return shapes;
}
