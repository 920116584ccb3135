// The drawings of a record on the board: shapes, letters, lines, arrows, and points
// that are paled. Shapes differ, not only colours.

import { parseVertex, vertexOf } from './geometry.js';
import { svg } from '../dom/svg.js';

/** @import { Layout, Place } from './layout.js' */

/** @type {Record<string, string>} */
const TONES = { B: 'on-black', W: 'on-white', '.': 'on-wood' };
/** The marks of which a point has none or one, by their names in the protocol. */
export const POINT_MARKS = ['triangle', 'square', 'circle', 'cross', 'selected', 'black_territory', 'white_territory'];

/** @type {(x: number, y: number, half: number) => Record<string, number>} */
const box = (x, y, half) => ({ x: x - half, y: y - half, width: 2 * half, height: 2 * half });

/** @type {Record<string, (place: Place) => [name: string, attributes: Record<string, any>]>} */
const SHAPES = {
  triangle: ({ x, y }) => ['path', { d: `M${x} ${y - 0.31}l.27 .46h-.54z` }],
  square: ({ x, y }) => ['rect', box(x, y, 0.22)],
  circle: ({ x, y }) => ['circle', { cx: x, cy: y, r: 0.25 }],
  cross: ({ x, y }) => ['path', { d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4` }],
  selected: ({ x, y }) => ['rect', box(x, y, 0.19)],
  black_territory: ({ x, y }) => ['rect', box(x, y, 0.15)],
  white_territory: ({ x, y }) => ['rect', box(x, y, 0.15)],
};
/** @type {Record<string, string>} */
const CLASSES = { selected: 'drawn full', black_territory: 'territory black', white_territory: 'territory white' };

/**
 * The points that a node draws something on.
 * @param {Record<string, any[]>} marks
 * @returns {Set<string>}
 */
export function drawnPoints(marks = {}) {
  return new Set([...POINT_MARKS.flatMap((kind) => marks[kind] ?? []), ...(marks.labels ?? []).map(([at]) => at)]);
}

/**
 * The shapes of `marks`, over `stones`. `dim` and `view` are the marks of these kinds that hold at this node.
 * @param {Layout} layout
 * @param {string} stones
 * @param {{marks?: Record<string, any[]>, dim?: string[], view?: string[]}} drawn
 */
export function drawnShapes(layout, stones, { marks = {}, dim = [], view = [] }) {
  /** @param {string} vertex */
  const at = (vertex) => {
    const point = parseVertex(layout, vertex);
    return { ...layout.places[point], tone: TONES[stones[point]] };
  };
  const shapes = paledPoints(layout, dim, view).map(({ x, y }) => svg('rect', { class: 'paled', ...box(x, y, 0.5) }));
  for (const kind of POINT_MARKS) {
    for (const vertex of marks[kind] ?? []) {
      const place = at(vertex);
      const [name, attributes] = SHAPES[kind](place);
      shapes.push(svg(name, { class: `${CLASSES[kind] ?? 'drawn'} ${place.tone}`, ...attributes }));
    }
  }
  for (const [from, to] of marks.lines ?? []) shapes.push(svg('path', { class: 'drawn-line', d: straight(at(from), at(to)) }));
  for (const [from, to] of marks.arrows ?? []) shapes.push(svg('path', { class: 'drawn-line', d: arrow(at(from), at(to)) }));
  for (const [vertex, text] of marks.labels ?? []) shapes.push(...labelShapes(at(vertex), text));
  return shapes;
}

/**
 * @param {Layout} layout
 * @param {string[]} dim
 * @param {string[]} view
 */
function paledPoints(layout, dim, view) {
  const dimmed = new Set(dim);
  const shown = new Set(view);
  return layout.places.filter((_, point) => {
    const vertex = vertexOf(layout, point);
    return dimmed.has(vertex) || (shown.size > 0 && !shown.has(vertex));
  });
}

/**
 * A letter, or as much of a text as fits; what stands under it on bare wood is covered, so that lines don't cross it.
 * @param {Place & {tone: string}} place
 * @param {string} text
 */
function labelShapes({ x, y, tone }, text) {
  const letters = [...text.trim()].slice(0, 4);
  const size = [0.66, 0.66, 0.52, 0.4, 0.34][letters.length];
  const name = svg('text', { class: `drawn-label ${tone}`, x, y, 'font-size': size }, letters.join(''));
  return tone === 'on-wood' ? [svg('circle', { class: 'label-ground', cx: x, cy: y, r: 0.36 }), name] : [name];
}

/** @type {(from: Place, to: Place) => string} */
const straight = (from, to) => `M${from.x} ${from.y}L${to.x} ${to.y}`;

/**
 * @param {Place} from
 * @param {Place} to
 */
function arrow(from, to) {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const wing = (/** @type {number} */ turn) => `M${to.x} ${to.y}l${-0.36 * Math.cos(angle + turn)} ${-0.36 * Math.sin(angle + turn)}`;
  return straight(from, to) + wing(0.5) + wing(-0.5);
}
