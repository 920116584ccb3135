// Line icons, drawn on a square of 24 units.

import { svg } from './svg.js';

/** @type {Record<string, string>} */
const PATHS = {
  first: 'M7 5v14M19 5l-9 7 9 7',
  back: 'M15.5 5l-8 7 8 7',
  forward: 'M8.5 5l8 7-8 7',
  up: 'M5 15.5l7-8 7 8',
  down: 'M5 8.5l7 8 7-8',
  last: 'M17 5v14M5 5l9 7-9 7',
  sounds: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 010 6M18 6.5a8 8 0 010 11',
  silence: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5m0-5l-5 5',
  settings: 'M4 7h9M19 7h1M4 17h2M12 17h8M16 4.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM9 14.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
  keys: 'M9 9a3 3 0 115 2.2c-1.2 1-2 1.5-2 3M12 18v.01',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 7.5V12l3 2',
  alarm: 'M12 4L2.5 20h19zM12 10v4.5M12 17v.01',
  computer: 'M7 7h10v10H7zM10 3.5V7M14 3.5V7M10 17v3.5M14 17v3.5M3.5 10H7M3.5 14H7M17 10h3.5M17 14h3.5',
  bot: 'M5.5 9h13v10h-13zM12 9V5M9.5 13v1.5M14.5 13v1.5M2.5 12.5v3M21.5 12.5v3',
  guest: 'M12 4.2a3.9 3.9 0 100 7.8 3.9 3.9 0 000-7.8zM4.6 20c.5-3.6 3.4-5.2 7.4-5.2s6.9 1.6 7.4 5.2',
  person: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 6.8a3 3 0 100 6 3 3 0 000-6zM6.2 18.7c1-2.3 3.2-3.2 5.8-3.2s4.8.9 5.8 3.2',
  remove: 'M5 7h14M10 4h4M7 7l1 13h8l1-13',
  next: 'M5 12h13M12.5 6.5L18 12l-5.5 5.5',
  close: 'M6 6l12 12M18 6L6 18',
  pause: 'M8.5 5v14M15.5 5v14',
  letters: 'M3.5 19L8.5 6l5 13M5.3 14.5h6.4M14.5 6h6M17.5 6v13',
};

/** @param {string} name */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
}

/**
 * A stone beside a text: 'black', 'white', or 'lot' for a colour not drawn yet.
 * @param {string} kind
 */
export function stoneIcon(kind) {
  const shape = svg('svg', { class: `stone-icon ${kind}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('circle', { class: 'disc', cx: 12, cy: 12, r: 10.5 }));
  if (kind === 'lot') shape.append(svg('path', { class: 'half', d: 'M12 1.5a10.5 10.5 0 000 21z' }));
  return shape;
}
