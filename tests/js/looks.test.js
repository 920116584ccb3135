// Boards and stones as they may look: choices with names, and little differences that are the same at every look.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { BOARDS, STONE_SETS, VARIANTS, asideOf, variantOf } from '../../static/board/looks.js';
import { paintNames } from '../../static/board/paints.js';
import { hasText } from '../../static/text/text.js';

const POINTS = Array.from({ length: 625 }, (_, point) => point);

/** How light a colour is, as the contrast of texts is reckoned. */
function luminance(color) {
  const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
}
const contrast = (one, other) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

test('there is a choice of boards and stones, and each has a name', () => {
  assert.ok(Object.keys(BOARDS).length >= 3 && STONE_SETS.length >= 3);
  for (const board of Object.keys(BOARDS)) assert.ok(hasText(`settings.wood.${board}`), board);
  for (const set of STONE_SETS) assert.ok(hasText(`settings.stones.${set}`), set);
});

test('on every board coordinates, lines and blue marks are seen', () => {
  for (const [name, { plank }] of Object.entries(BOARDS)) {
    for (const wood of plank) {
      assert.ok(contrast(wood, '#4a3009') >= 4.5, `${name}: a coordinate on ${wood}`);
      assert.ok(contrast(wood, '#0b5a8f') >= 3, `${name}: a mark on ${wood}`);
    }
  }
});

test('stones of a colour differ, each lies everywhere, and a stone looks the same at every look', () => {
  for (const letter of ['B', 'W']) {
    const lie = POINTS.map((point) => variantOf(letter, point));
    assert.deepEqual(lie, POINTS.map((point) => variantOf(letter, point)));
    const counts = Array.from({ length: VARIANTS[letter] }, (_, variant) => lie.filter((each) => each === variant).length);
    assert.ok(counts.every((count) => count > POINTS.length / VARIANTS[letter] / 2), counts.join());
    assert.equal(paintNames[letter].length, VARIANTS[letter]);
  }
  // In no row of a large board all are alike.
  for (let row = 0; row < 19; row += 1) assert.ok(new Set(POINTS.slice(19 * row, 19 * (row + 1)).map((point) => variantOf('W', point))).size > 2);
});

test('a stone put down by hand lies near its point, on any side', () => {
  const asides = POINTS.map(asideOf);
  assert.deepEqual(asides, POINTS.map(asideOf));
  for (const { x, y } of asides) assert.ok(Math.hypot(x, y) <= 0.03);
  for (const [right, below] of [[true, true], [true, false], [false, true], [false, false]]) {
    assert.ok(asides.filter(({ x, y }) => (x > 0) === right && (y > 0) === below).length > POINTS.length / 8);
  }
});
