// A small living board that only shows.

import { PAINT, RADIUS } from './stones.js';
import { boardBox, groundShapes } from './ground.js';
import { ensurePaints } from './paints.js';
import { fetchLayout, knownLayout } from './layouts.js';
import { parseVertex } from './geometry.js';
import { placesOf } from './layout.js';
import { svg } from '../dom/svg.js';

export function miniature(board, stones, lastMove, label) {
  ensurePaints();
  const picture = svg('svg', { class: 'miniature' });
  if (label) {
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', label);
  } else {
    picture.setAttribute('aria-hidden', 'true');
  }
  const layout = knownLayout(board);
  if (layout) draw(picture, layout, stones ?? '', lastMove);
  // A picture that can't be had is left out; the tile says everything in words.
  else fetchLayout(board).then((fetched) => draw(picture, fetched, stones ?? '', lastMove), () => {});
  return picture;
}

function draw(picture, layout, stones, lastMove) {
  const box = boardBox(layout, false);
  picture.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`);
  const shapes = groundShapes(layout, false, box);
  [...stones].forEach((letter, point) => {
    if (letter === '.') return;
    placesOf(layout, point).forEach((place, i) => shapes.push(svg('circle', {
      class: i === 0 ? 'flat-stone' : 'flat-stone faint', cx: place.x, cy: place.y, r: RADIUS[letter], fill: PAINT[letter],
    })));
  });
  if (lastMove && lastMove !== 'pass') {
    const point = parseVertex(layout, lastMove);
    const place = layout.places[point];
    const tone = stones[point] === 'B' ? 'on-black' : 'on-white';
    shapes.push(svg('circle', { class: `last-move ${tone}`, cx: place.x, cy: place.y, r: 0.26 }));
  }
  picture.replaceChildren(...shapes);
}
