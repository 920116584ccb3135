// Marks on a board: the last move, ko, territory, dead and unsettled stones, points that
// are nobody's, what a player is about to mark. Shapes differ, not only colours.

import { parseVertex } from './geometry.js';
import { shortNumber } from '../text/text.js';
import { svg } from '../dom/svg.js';

/** @import { Layout } from './layout.js' */

/** Points that go either way have no mark. */
const LEAST_SURE = 20;
/** @type {Record<string, string>} */
const OPPOSITE = { B: 'on-black', W: 'on-white', '.': 'on-wood' };

/**
 * `marks`: lastMove (vertex), owners (string), and lists of vertices: ko, dead,
 * neutral (nobody's), unsettled, touched (changed here, not sent), changed (since one's acceptance), remarked (by another
 * player just now);
 * continued, what other games did here: [{at, alike, games}]; and estimate, how surely each point goes to Black (100) or White (-100).
 * @param {Layout} layout
 * @param {string} stones
 * @param {Record<string, any>} marks
 */
export function markShapes(layout, stones, marks) {
  const shapes = [];
  const place = (/** @type {string} */ vertex) => {
    const point = parseVertex(layout, vertex);
    return { ...layout.places[point], tone: OPPOSITE[stones[point]] };
  };
  if (marks.owners) shapes.push(...territoryShapes(layout, stones, marks.owners));
  if (marks.estimate) shapes.push(...estimateShapes(layout, stones, marks.estimate));
  if (marks.lastMove && marks.lastMove !== 'pass') {
    const { x, y, tone } = place(marks.lastMove);
    shapes.push(svg('circle', { class: `last-move ${tone}`, cx: x, cy: y, r: 0.25 }));
  }
  for (const vertex of marks.ko ?? []) {
    const { x, y } = place(vertex);
    shapes.push(svg('rect', { class: 'ko', x: x - 0.19, y: y - 0.19, width: 0.38, height: 0.38 }));
  }
  for (const vertex of marks.dead ?? []) {
    const { x, y, tone } = place(vertex);
    shapes.push(svg('path', { class: `dead-cross ${tone}`, d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4` }));
  }
  for (const vertex of marks.neutral ?? []) {
    const { x, y } = place(vertex);
    shapes.push(svg('path', { class: 'neutral', d: `M${x} ${y - 0.24}l.24 .24l-.24 .24l-.24 -.24z` }));
  }
  for (const vertex of marks.unsettled ?? []) {
    const { x, y } = place(vertex);
    shapes.push(svg('circle', { class: 'unsettled', cx: x, cy: y, r: 0.42 }));
  }
  for (const vertex of marks.changed ?? []) {
    const { x, y } = place(vertex);
    shapes.push(svg('rect', { class: 'changed', x: x - 0.44, y: y - 0.44, width: 0.88, height: 0.88, rx: 0.1 }));
  }
  for (const vertex of marks.remarked ?? []) {
    const { x, y } = place(vertex);
    shapes.push(svg('circle', { class: 'remarked', cx: x, cy: y, r: 0.46 }));
  }
  for (const way of marks.continued ?? []) shapes.push(...wayShapes(layout, stones, way));
  for (const vertex of marks.touched ?? []) {
    const { x, y } = place(vertex);
    shapes.push(svg('rect', { class: 'touched', x: x - 0.44, y: y - 0.44, width: 0.88, height: 0.88, rx: 0.1 }));
  }
  return shapes;
}

/**
 * A move of other games with their number, and points that mean the same.
 * @param {Layout} layout
 * @param {string} stones
 * @param {{at: string | null, alike: string[], games: number}} way
 */
function wayShapes(layout, stones, { at, alike, games }) {
  /** @type {(vertex: string) => any} */
  const place = (vertex) => {
    const point = parseVertex(layout, vertex);
    return stones[point] === '.' ? layout.places[point] : null;
  };
  if (at === null || at === 'pass' || !place(at)) return [];
  const { x, y } = place(at);
  const count = shortNumber(games);
  const label = svg('text', { class: 'way-games', x, y, 'font-size': count.length > 3 ? 0.3 : 0.4 });
  label.textContent = count;
  const same = alike.map(place).filter(Boolean).map((other) => svg('circle', { class: 'way-alike', cx: other.x, cy: other.y, r: 0.2 }));
  return [...same, svg('circle', { class: 'way', cx: x, cy: y, r: 0.38 }), label];
}

/**
 * @param {Layout} layout
 * @param {string} stones
 * @param {string} owners
 */
function territoryShapes({ places }, stones, owners) {
  const shapes = [];
  for (let point = 0; point < owners.length; point += 1) {
    if (owners[point] === '.' || stones[point] !== '.') continue;
    const side = owners[point] === 'B' ? 'black' : 'white';
    shapes.push(svg('rect', {
      class: `territory ${side}`,
      x: places[point].x - 0.15,
      y: places[point].y - 0.15,
      width: 0.3,
      height: 0.3,
    }));
  }
  return shapes;
}

/**
 * Squares of the probable owner, the larger the surer. A stone of that colour needs none.
 * @param {Layout} layout
 * @param {string} stones
 * @param {number[]} owners
 */
function estimateShapes({ places }, stones, owners) {
  const shapes = [];
  for (let point = 0; point < owners.length; point += 1) {
    const sure = Math.abs(owners[point]);
    const [side, letter] = owners[point] > 0 ? ['black', 'B'] : ['white', 'W'];
    if (sure < LEAST_SURE || stones[point] === letter) continue;
    const half = 0.05 + 0.0013 * sure;
    const { x, y } = places[point];
    shapes.push(svg('rect', { class: `territory ${side}`, x: x - half, y: y - half, width: 2 * half, height: 2 * half }));
  }
  return shapes;
}
