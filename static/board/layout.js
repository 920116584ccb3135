// How a board lies on the plane, and the neighbours of each point. A layout carries
// width and height, which name its points as geometry.js says, and beyond that:
//
// - count: how many points there are; places: {x, y} of each, in line distances
// - lines: [point, point], drawn; neighbours: the points next to each
// - copies: {of, beside, x, y}, a point that is shown once more beyond an edge
//   which is joined to the opposite one
// - plain: a grid as everybody knows it; lettered: coordinates run along its edges
// - edges: what the points span; reach: what points and copies span

/** @import { BoardShape } from '../shapes/game.js' */

/**
 * @typedef {{x: number, y: number}} Place
 * @typedef {{left: number, top: number, right: number, bottom: number}} Span
 * @typedef {Place & {of: number, beside: number}} Copy
 * @typedef {{name: string, width: number, height: number, places: Place[], lines: number[][], copies: Copy[]}} Drawn
 * @typedef {Drawn & {count: number, plain: boolean, lettered: boolean, neighbours: number[][], edges: Span, reach: Span}} Layout
 */

const LETTERED = ['grid', 'cylinder', 'roll', 'torus'];
/** @type {Map<string, Layout>} */
const grids = new Map();

/**
 * The layout of a plain grid; the same object for the same size.
 * @param {{width: number, height: number}} board
 * @returns {Layout}
 */
export function gridLayout({ width, height }) {
  const name = `grid ${width}x${height}`;
  if (!grids.has(name)) {
    const places = Array.from({ length: width * height }, (_, point) => ({ x: point % width, y: Math.floor(point / width) }));
    const lines = places.flatMap(({ x, y }, point) => [
      ...(x < width - 1 ? [[point, point + 1]] : []),
      ...(y < height - 1 ? [[point, point + width]] : []),
    ]);
    grids.set(name, complete({ name, width, height, places, lines, copies: [] }));
  }
  return /** @type {Layout} */ (grids.get(name));
}

/**
 * The layout that the server's answer to `GET /boards/{name}` describes.
 * @param {BoardShape} answer
 * @returns {Layout}
 */
export function layoutFrom({ name, width, height, points, lines, copies }) {
  const index = new Map(points.map(({ at }, point) => [at, point]));
  const onPlane = (/** @type {number[]} */ [x, y]) => ({ x: x / 1000, y: y / 1000 });
  return complete({
    name,
    width,
    height,
    places: points.map(({ place }) => onPlane(place)),
    lines,
    copies: copies.map(({ of, beside, place }) => ({ of: /** @type {number} */ (index.get(of)), beside: /** @type {number} */ (index.get(beside)), ...onPlane(place) })),
  });
}

/**
 * @param {Drawn} layout
 * @returns {Layout}
 */
function complete(layout) {
  const { name, places, copies } = layout;
  const [kind] = name.split(' ');
  /** @type {number[][] | null} */
  let neighbours = null;
  return {
    ...layout,
    count: places.length,
    plain: kind === 'grid',
    lettered: LETTERED.includes(kind),
    // Nobody asks for these before the board is drawn.
    get neighbours() {
      neighbours ??= neighboursOf(layout);
      return neighbours;
    },
    edges: span(places),
    reach: span([...places, ...copies]),
  };
}

/** @param {Drawn} layout */
function neighboursOf({ places, lines, copies }) {
  /** @type {Set<number>[]} */
  const neighbours = places.map(() => new Set());
  for (const [one, other] of [...lines, ...copies.map(({ of, beside }) => [of, beside])]) {
    neighbours[one].add(other);
    neighbours[other].add(one);
  }
  return neighbours.map((all) => [...all].sort((a, b) => a - b));
}

/** @param {Place[]} places */
function span(places) {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/**
 * Where a point is shown: its own place, then those beyond the edges.
 * @type {(layout: Layout, point: number) => Place[]}
 */
export const placesOf = ({ places, copies }, point) => [places[point], ...copies.filter(({ of }) => of === point)];

/**
 * The connected stones of one colour around a point. A click selects them.
 * @param {Layout} layout
 * @param {string} stones
 * @param {number} point
 * @returns {number[]}
 */
export function chainAt({ neighbours }, stones, point) {
  const color = stones[point];
  if (color === '.') return [];
  const chain = new Set([point]);
  for (const member of chain) {
    for (const next of neighbours[member]) {
      if (stones[next] === color) chain.add(next);
    }
  }
  return [...chain].sort((a, b) => a - b);
}

// An arrow leads to neighbours within some 84 degrees of its direction.
const LEAST_COSINE = 0.1;

/**
 * The neighbour that lies nearest to a direction ({x, y}, of length one), or the
 * point itself if none lies that way. Across a joined edge is a way, too.
 * @param {Layout} layout
 * @param {number} point
 * @param {Place} direction
 * @returns {number}
 */
export function neighbourTowards({ places, lines, copies }, point, direction) {
  const from = places[point];
  const ways = [];
  for (const [one, other] of lines) {
    if (one === point) ways.push({ to: other, ...places[other] });
    if (other === point) ways.push({ to: one, ...places[one] });
  }
  for (const { of, beside, x, y } of copies) if (beside === point) ways.push({ to: of, x, y });
  const rated = ways.map(({ to, x, y }) => {
    const [across, down] = [x - from.x, y - from.y];
    const length = Math.hypot(across, down);
    return {
      to,
      along: (across * direction.x + down * direction.y) / length,
      // Of two that lie evenly to both sides the same side is taken, so that the opposite arrow leads back.
      aside: direction.x * down - direction.y * across,
    };
  }).filter(({ along }) => along > LEAST_COSINE);
  rated.sort((a, b) => (Math.abs(a.along - b.along) > 0.01 ? b.along - a.along : a.aside - b.aside));
  return rated[0]?.to ?? point;
}
