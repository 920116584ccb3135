// Borders between two territories, as the server proposes them.

import { parseVertex, vertexOf } from '../board/geometry.js';

/** The vertices of the proposed open border through a vertex; that vertex alone if there is none. */
export function borderAt(layout, proposed, at) {
  const borders = proposed.filter(({ reason }) => reason === 'open_border').map((point) => point.at);
  if (!borders.includes(at)) return [at];
  const found = [at];
  for (const vertex of found) {
    const beside = layout.neighbours[parseVertex(layout, vertex)].map((point) => vertexOf(layout, point));
    found.push(...beside.filter((other) => borders.includes(other) && !found.includes(other)));
  }
  return found;
}
