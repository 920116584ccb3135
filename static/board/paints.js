// The paints that every board on a page shares: wood, stones, shadow. What is chosen in the settings holds for all of them at
// once: the paints change, and what is painted stays.

import { BOARDS, STONE_SETS, VARIANTS } from './looks.js';
import { onChange, setting } from '../storage/settings.js';
import { svg } from '../dom/svg.js';

/** @typedef {(id: string, variant: number) => SVGElement} Paint */

/** @type {(offset: number, color: string, opacity?: number) => SVGElement} */
const stop = (offset, color, opacity = 1) =>
  svg('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });

const LIGHT = { cx: '0.36', cy: '0.3', r: '0.75', fx: '0.34', fy: '0.26' };
/** The light on each of the different black stones: none lies quite like the others. */
const LIGHTS = [LIGHT, { ...LIGHT, cx: '0.4', fx: '0.38', r: '0.8' }, { ...LIGHT, cx: '0.34', cy: '0.35', fy: '0.32', r: '0.7' }];
/** How the lines of growth lie on each of the different shells, in degrees, and how far they are bent. */
const SHELLS = [{ turn: 18, bend: 9 }, { turn: 71, bend: 14 }, { turn: 118, bend: 6 }, { turn: 164, bend: 11 }];
/** The sides of the drawing of a pattern, which is as large as its stone. */
const SIDE = 100;

/** @type {(id: string, place: Record<string, any>, ...stops: Node[]) => SVGElement} */
const radial = (id, place, ...stops) => svg('radialGradient', { id, ...place }, ...stops);
/** @type {(id: string, color: string) => SVGElement} */
const flat = (id, color) => svg('linearGradient', { id }, stop(0, color));
/**
 * A paint that is drawn: it lies over the square around its stone.
 * @type {(id: string, ...shapes: Node[]) => SVGElement}
 */
const drawn = (id, ...shapes) => svg('pattern', { id, width: 1, height: 1, viewBox: `0 0 ${SIDE} ${SIDE}` }, ...shapes);
/** @type {(fill: string) => SVGElement} */
const ground = (fill) => svg('rect', { width: SIDE, height: SIDE, fill });

/** @type {Paint} */
const slate = (id, variant) => radial(id, LIGHTS[variant], stop(0, '#66635f'), stop(0.34, '#38363a'), stop(1, '#151416'));
/** @type {Paint} */
const blackGlass = (id) => radial(id, LIGHT, stop(0, '#6b6966'), stop(0.32, '#37353a'), stop(1, '#131214'));
/** @type {Paint} */
const whiteGlass = (id) => radial(id, LIGHT, stop(0, '#fdfbf5'), stop(0.55, '#efebe0'), stop(1, '#c9c3b4'));

/** @type {Paint} */
function shell(id, variant) {
  const { turn, bend } = SHELLS[variant];
  const lines = [];
  for (let y = 6 + 2 * variant; y < SIDE; y += 9) lines.push(`M-10 ${y}Q50 ${y - bend} 110 ${y}`);
  return drawn(id, ground('url(#shell-light)'),
    svg('path', { d: lines.join(''), transform: `rotate(${turn} 50 50)`, fill: 'none', stroke: '#a8987a', 'stroke-width': 1.5, 'stroke-opacity': 0.22 }));
}

/**
 * White stones are hatched, so that nobody has to tell two colours apart.
 * @type {Paint}
 */
function hatched(id) {
  const lines = [];
  for (let x = -SIDE; x < SIDE; x += 17) lines.push(`M${x} ${SIDE}L${x + SIDE} 0`);
  return drawn(id, ground('#ffffff'), svg('path', { d: lines.join(''), fill: 'none', stroke: '#17151a', 'stroke-width': 4, 'stroke-opacity': 0.38 }));
}

/** @type {Record<string, Record<string, Paint>>} */
const SETS = {
  shell: { B: slate, W: shell },
  glass: { B: blackGlass, W: whiteGlass },
  flat: { B: (id) => flat(id, '#1c1b1e'), W: (id) => flat(id, '#f8f5ec') },
  pattern: { B: (id) => flat(id, '#17151a'), W: hatched },
};

/**
 * The name of the paint of each different stone of a colour; the first is also that of a stone of no place.
 * @type {Record<string, string[]>}
 */
export const paintNames = {
  B: Array.from({ length: VARIANTS.B }, (_, variant) => `stone-black-${variant}`),
  W: Array.from({ length: VARIANTS.W }, (_, variant) => `stone-white-${variant}`),
};

// Two waves of different lengths, a little aslant, never repeat to the eye.
/** @type {(id: string, x2: number, y2: number, colors: {dark: string, light: string}, opacity: number) => SVGElement} */
const grain = (id, x2, y2, { dark, light }, opacity) =>
  svg('linearGradient', { id, gradientUnits: 'userSpaceOnUse', x1: 0, y1: 0, x2, y2, spreadMethod: 'repeat' },
    stop(0, dark, 0), stop(0.35, dark, opacity), stop(0.45, dark, opacity * 0.3), stop(0.7, light, opacity), stop(1, dark, 0));

const NO_GRAIN = { dark: '#000000', light: '#ffffff', wide: 0, fine: 0 };
/** Something that an earlier page, or another release, has chosen may be no choice here. */
const chosenBoard = () => (Object.hasOwn(BOARDS, setting('board')) ? setting('board') : 'kaya');
const chosenStones = () => (STONE_SETS.includes(setting('stones')) ? setting('stones') : 'shell');

/** The colour of the chosen board as a whole, for pictures and for what lies on the lines. */
export const plainWood = () => BOARDS[chosenBoard()].plank[1];

function paints() {
  const { plank, grain: grained } = BOARDS[chosenBoard()];
  const wood = grained ?? NO_GRAIN;
  const set = SETS[chosenStones()];
  return [
    svg('linearGradient', { id: 'wood', x1: 0, y1: 0, x2: 1, y2: 1 }, ...plank.map((color, i) => stop(i / 2, color))),
    grain('grain-wide', 1.73, 0.09, wood, wood.wide),
    grain('grain-fine', 0.41, -0.015, wood, wood.fine),
    radial('shell-light', LIGHT, stop(0, '#fefcf6'), stop(0.55, '#f1ede2'), stop(1, '#cbc5b6')),
    ...Object.entries(paintNames).flatMap(([letter, names]) => names.map((name, variant) => set[letter](name, variant))),
    radial('stone-shadow', {}, stop(0, '#2a1600', 0.55), stop(0.72, '#2a1600', 0.38), stop(1, '#2a1600', 0)),
  ];
}

function mix() {
  document.querySelector('#board-paints defs')?.replaceChildren(...paints());
  // Some stones have a rim and no shadow, and some marks have the ground of the board.
  document.documentElement.dataset.stones = chosenStones();
  document.documentElement.style.setProperty('--wood', plainWood());
}

/** Puts the paints into the document once. */
export function ensurePaints() {
  if (document.getElementById('board-paints')) return;
  const holder = svg('svg', { id: 'board-paints', class: 'paints', width: 0, height: 0, 'aria-hidden': 'true' }, svg('defs'));
  document.body.prepend(holder);
  mix();
  onChange((name) => (name === 'board' || name === 'stones') && mix());
}
