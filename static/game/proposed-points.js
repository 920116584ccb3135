// Points of borders between two territories and of sekis, as the server proposes them.

import { chainAt } from '../board/layout.js';
import { parseVertex, vertexOf } from '../board/geometry.js';

/** @import { Layout } from '../board/layout.js' */
/** @import { NeutralPoint } from '../shapes/game.js' */
/** @import { PendingMarks } from './marks.js' */

/**
 * The vertices of the proposed open border through a vertex; that vertex alone if there is none.
 * @param {Layout} layout
 * @param {NeutralPoint[]} proposed
 * @param {string} at
 */
export function borderAt(layout, proposed, at) {
  const borders = proposed.filter((/** @type {any} */ { reason }) => reason === 'open_border').map((/** @type {any} */ point) => point.at);
  if (!borders.includes(at)) return [at];
  const found = [at];
  for (const vertex of found) {
    const beside = layout.neighbours[parseVertex(layout, vertex)].map((point) => vertexOf(layout, point));
    found.push(...beside.filter((other) => borders.includes(other) && !found.includes(other)));
  }
  return found;
}

/**
 * The proposed points of the seki in which the stone at a vertex takes part: those next to its chain, those next to the chains
 * around them, and so on. Only chains in seki are next to such points. None if the stone is in no seki.
 * @param {Layout} layout
 * @param {string} stones
 * @param {NeutralPoint[]} proposed
 * @param {string} at
 */
export function sekiOf(layout, stones, proposed, at) {
  const inSeki = new Set(proposed.filter((/** @type {any} */ { reason }) => reason === 'seki').map((/** @type {any} */ point) => parseVertex(layout, point.at)));
  const found = new Set();
  const chains = [chainAt(layout, stones, parseVertex(layout, at))];
  const seen = new Set(chains[0]);
  for (const chain of chains) {
    for (const point of chain.flatMap((stone) => layout.neighbours[stone])) {
      if (!inSeki.has(point) || found.has(point)) continue;
      found.add(point);
      for (const stone of layout.neighbours[point]) {
        if (stones[stone] === '.' || seen.has(stone)) continue;
        chains.push(chainAt(layout, stones, stone));
        for (const other of /** @type {number[]} */ (chains.at(-1))) seen.add(other);
      }
      // Shared points hang together, and so do the points of an eye.
      chains.push([point]);
    }
  }
  return [...found].map((point) => vertexOf(layout, point));
}

/**
 * After a chain was marked, dead or alive: the points of its seki are somebody's while one side is dead, and neutral again once no stone
 * beside them is marked dead any more.
 * @param {PendingMarks} marks
 * @param {Layout} layout
 * @param {string} stones
 * @param {NeutralPoint[]} proposed
 * @param {string} at
 */
export function followSeki(marks, layout, stones, proposed, at) {
  const points = sekiOf(layout, stones, proposed, at);
  const beside = points.flatMap((point) => layout.neighbours[parseVertex(layout, point)]);
  if (marks.dead.has(at)) marks.put('neutral', points, false);
  else if (!beside.some((stone) => marks.dead.has(vertexOf(layout, stone)))) marks.put('neutral', points, true);
}
