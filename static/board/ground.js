// The ground under the stones: wood, lines, star points, coordinates.

import { columnName, rowName } from './point-names.js';
import { columnOf, rowOf, starPoints } from './geometry.js';
import { svg } from '../dom/svg.js';

/** @import { Layout, Place, Span } from './layout.js' */

// Half a stone stands beyond the outermost line, and a little wood beyond that.
const HALF_STONE = 0.5;
/** How far a black stone reaches. */
const STONE_EDGE = 0.487;
const PLAIN_MARGIN = 0.62;
const FIGURE_MARGIN = 0.75;

// Coordinates are read, not looked at: their size follows the screen and not the line distance, so that a small board
// gives its room to the stones. CSS pixels.
const NAME_SHARE = 0.0165; // of the board's smaller side
const LEAST_NAME = 12;
const LARGEST_NAME = 18;
const LARGE_SIDE = 600; // from here on the strip is as narrow as the letters allow
const WIDE_NAMES = 10; // from here on a name has two digits

// So are lines and stars: however few the lines are, they are not coarse. CSS pixels, and shares of a line distance.
const LINE_SHARE = 0.035;
const LEAST_LINE = 1;
const LARGEST_LINE = 1.5;
const STAR_SHARE = 0.2;
const LARGEST_STAR = 9;
/** The assumption about a board before its size on the screen is known. */
const USUAL_SIDE = 640;

/** @typedef {{x: number, y: number, width: number, height: number, names: number, line: number, star: number}} Box */

/** @type {(layout: Layout, named: boolean) => boolean} */
const isNamed = (layout, named) => named && layout.lettered;

/**
 * How high a coordinate is, and how wide the strip that it stands in, in pixels.
 * @param {Layout} layout
 * @param {number} side
 * @param {string} naming
 */
function nameSizes(layout, side, naming) {
  const size = Math.min(LARGEST_NAME, Math.max(LEAST_NAME, NAME_SHARE * side));
  // Numbers of two digits, and Chinese characters, are wide.
  if (layout.height >= WIDE_NAMES || naming === 'kanji') return { size, strip: 1.32 * size };
  return { size, strip: (side < LARGE_SIDE ? 1 : 0.81) * size };
}

/**
 * The part of the plane that a board fills, in units of one line distance, and in them how high its coordinates are, how
 * thick its lines, and how wide its stars.
 * With `screen` ({width, height} in pixels) it is as long and wide as the board is there: the rest is wood. `naming` is the way
 * to call points.
 * @param {Layout} layout
 * @param {boolean} named
 * @param {{width: number, height: number} | null} screen
 * @returns {Box}
 */
export function boardBox(layout, named, screen = null, naming = 'letters') {
  const { left, top, right, bottom } = layout.reach;
  const [across, down] = [right - left, bottom - top];
  const margin = layout.lettered ? PLAIN_MARGIN : FIGURE_MARGIN;
  const lines = isNamed(layout, named) ? 2 * HALF_STONE : 2 * margin;
  const shown = screen ?? usualScreen(across + lines, down + lines);
  const { size, strip } = isNamed(layout, named) ? nameSizes(layout, Math.min(shown.width, shown.height), naming) : { size: 0, strip: 0 };
  const distance = Math.max(1, Math.min((shown.width - 2 * strip) / (across + lines), (shown.height - 2 * strip) / (down + lines)));
  const width = screen ? shown.width / distance : across + lines + 2 * strip / distance;
  const height = screen ? shown.height / distance : down + lines + 2 * strip / distance;
  const line = Math.min(LARGEST_LINE, Math.max(LEAST_LINE, LINE_SHARE * distance)) / distance;
  const star = Math.min(STAR_SHARE, LARGEST_STAR / distance);
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height, names: size / distance, line, star };
}

/**
 * @param {number} across
 * @param {number} down
 */
function usualScreen(across, down) {
  const longest = Math.max(across, down);
  return { width: USUAL_SIDE * across / longest, height: USUAL_SIDE * down / longest };
}

const WOOD = ['wood', 'grain-wide', 'grain-fine'].map((paint) => `url(#${paint})`);
/**
 * The content of a `box` of boardBox, without its coordinates. `wood` are the fills of the plank, one on the other.
 * @param {Layout} layout
 * @param {Box} box
 */
export function groundShapes(layout, { x, y, width, height, line, star }, wood = WOOD) {
  const shapes = wood.map((fill) => svg('rect', { x, y, width, height, rx: 0.22, fill }));
  if (layout.copies.length) shapes.push(...beyondShapes(layout, line));
  shapes.push(svg('path', { class: 'grid', 'stroke-width': line, d: layout.plain ? gridPath(layout) : linesPath(layout) }));
  if (layout.plain) {
    for (const point of starPoints(layout)) {
      shapes.push(svg('circle', { class: 'star', cx: columnOf(layout, point), cy: rowOf(layout, point), r: star / 2 }));
    }
  }
  return shapes;
}

/** @param {Layout} layout */
function gridPath({ width, height }) {
  let path = '';
  for (let column = 0; column < width; column += 1) path += `M${column} 0V${height - 1}`;
  for (let row = 0; row < height; row += 1) path += `M0 ${row}H${width - 1}`;
  return path;
}

/** @type {(layout: Layout) => string} */
const linesPath = ({ places, lines }) =>
  lines.map(([one, other]) => `M${places[one].x} ${places[one].y}L${places[other].x} ${places[other].y}`).join('');

/**
 * Beyond a joined edge the wood pales, and lines run on to the copies.
 * @param {Layout} layout
 * @param {number} line
 */
function beyondShapes({ places, copies, edges, reach }, line) {
  /** @param {Span} span */
  const frame = ({ left, top, right, bottom }) => `M${left - 0.5} ${top - 0.5}H${right + 0.5}V${bottom + 0.5}H${left - 0.5}Z`;
  const lines = copies.map(({ beside, x, y }) => `M${places[beside].x} ${places[beside].y}L${x} ${y}`).join('');
  return [
    svg('path', { class: 'beyond', 'fill-rule': 'evenodd', d: frame(reach) + frame(edges) }),
    svg('path', { class: 'grid across', 'stroke-width': line, d: lines }),
  ];
}

/** Two characters and more share the width that two digits take. */
const WIDE_NAME = 1.25;
const WIDE = /^[^\d]{2,}$/;

/**
 * The coordinates in a `box` of boardBox, by a way to call points: none if it has no place for them. Laying out these texts takes
 * as long as the rest of the ground.
 * @param {Layout} layout
 * @param {Box} box
 */
export function nameShapes(layout, box, naming = 'letters') {
  /** @type {SVGElement[]} */
  const shapes = [];
  if (box.names === 0) return shapes;
  const { left, top } = layout.reach;
  // In the middle between the stones on the edge and the end of the wood.
  const across = (left - STONE_EDGE - box.x) / 2;
  const down = (top - STONE_EDGE - box.y) / 2;
  /** @type {(x: number, y: number, name: string) => void} */
  const put = (x, y, name) => {
    const narrow = WIDE.test(name) ? { textLength: WIDE_NAME * box.names, lengthAdjust: 'spacingAndGlyphs' } : {};
    const text = svg('text', { class: 'coordinate', x, y, 'font-size': box.names, ...narrow });
    text.textContent = name;
    shapes.push(text);
  };
  for (let column = 0; column < layout.width; column += 1) {
    put(column, box.y + down, columnName(naming, column));
    put(column, box.y + box.height - down, columnName(naming, column));
  }
  for (let row = 0; row < layout.height; row += 1) {
    put(box.x + across, row, rowName(naming, layout, row));
    put(box.x + box.width - across, row, rowName(naming, layout, row));
  }
  return shapes;
}
