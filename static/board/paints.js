// The gradients that every board on a page shares: wood, stones, shadow.

import { svg } from '../dom/svg.js';

const stop = (offset, color, opacity = 1) =>
  svg('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });

const light = { cx: '0.36', cy: '0.3', r: '0.75', fx: '0.34', fy: '0.26' };

// Two waves of different lengths, a little aslant, never repeat to the eye.
const grain = (id, x2, y2, opacity) =>
  svg('linearGradient', { id, gradientUnits: 'userSpaceOnUse', x1: 0, y1: 0, x2, y2, spreadMethod: 'repeat' },
    stop(0, '#7a4a14', 0), stop(0.35, '#7a4a14', opacity), stop(0.45, '#7a4a14', opacity * 0.3),
    stop(0.7, '#fff3d0', opacity), stop(1, '#7a4a14', 0));

/** Puts the gradients into the document once. */
export function ensurePaints() {
  if (document.getElementById('board-paints')) return;
  const definitions = svg('defs', {},
    svg('linearGradient', { id: 'wood', x1: 0, y1: 0, x2: 1, y2: 1 },
      stop(0, '#efcd8f'), stop(0.5, '#e6bd78'), stop(1, '#d9ab62')),
    grain('grain-wide', 1.73, 0.09, 0.09),
    grain('grain-fine', 0.41, -0.015, 0.07),
    svg('radialGradient', { id: 'stone-black', ...light },
      stop(0, '#6b6966'), stop(0.32, '#37353a'), stop(1, '#131214')),
    svg('radialGradient', { id: 'stone-white', ...light },
      stop(0, '#fdfbf5'), stop(0.55, '#efebe0'), stop(1, '#c9c3b4')),
    svg('radialGradient', { id: 'stone-shadow' },
      stop(0, '#2a1600', 0.55), stop(0.72, '#2a1600', 0.38), stop(1, '#2a1600', 0)));
  const holder = svg('svg', { id: 'board-paints', class: 'paints', width: 0, height: 0, 'aria-hidden': 'true' }, definitions);
  document.body.prepend(holder);
}
