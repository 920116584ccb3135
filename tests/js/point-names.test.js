// How points are called: letters, numerals, Chinese numerals; in texts, along the edges, and typed.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';
import { NAMINGS, calledIn, columnName, parsePair, rowName } from '../../static/board/point-names.js';
import { callPoints, hasText, pointName, t } from '../../static/text/text.js';
import { gridLayout } from '../../static/board/layout.js';
import { parseVertex, vertexOf } from '../../static/board/geometry.js';
import { typedPoint } from '../../static/game/typed.js';

const NINE = gridLayout({ width: 9, height: 9 });
const LARGE = gridLayout({ width: 25, height: 25 });

test('each way to call points has a name', () => {
  for (const naming of NAMINGS) assert.ok(hasText(`settings.naming.${naming}`), naming);
});

test('letters count from below, numbers from the upper left corner', () => {
  const edges = (naming) => [[0, 8].map((column) => columnName(naming, column)), [0, 2, 8].map((row) => rowName(naming, NINE, row))];
  assert.deepEqual(edges('letters'), [['A', 'J'], ['9', '7', '1']]);
  assert.deepEqual(edges('numerals'), [['1', '9'], ['1', '3', '9']]);
  assert.deepEqual(edges('kanji'), [['1', '9'], ['一', '三', '九']]);
  assert.deepEqual([9, 10, 18, 19, 20, 24].map((row) => rowName('kanji', LARGE, row)), ['十', '十一', '十九', '二十', '二十一', '二十五']);
});

test('texts call points so, and nothing else in them changes', () => {
  assert.equal(calledIn('C7', 'letters', NINE), 'C7');
  assert.equal(calledIn('C7', 'numerals', NINE), '3-3');
  assert.equal(calledIn('C7, J1, A9', 'kanji', NINE), '3-三, 9-九, 1-一');
  for (const other of ['pass', '9', 'K10', 'Z9', 'ABC7', 'C77', 'I5', '3-3', '…']) assert.equal(calledIn(other, 'numerals', NINE), other);
  callPoints((text) => calledIn(text, 'kanji', NINE));
  assert.equal(t('move.play', { color: 'Black', at: 'C7' }), 'Black played 3-三.');
  assert.equal(t('point.empty', { at: 'E5' }), t('point.empty', { at: '5-五' }));
  // What is no parameter for points stays.
  assert.equal(t('record.name', { name: 'C7' }), '“C7”');
  assert.equal(pointName('A1'), '1-九');
  callPoints((text) => text);
});

test('typed names are understood in every way, and each point by its own', () => {
  for (const board of [NINE, LARGE]) {
    for (let point = 0; point < board.count; point += 1) {
      for (const naming of NAMINGS) assert.equal(typedPoint(board, calledIn(vertexOf(board, point), naming, board)), point);
    }
  }
  const third = parseVertex(NINE, 'C7');
  for (const text of ['3-3', '3 3', '3,3', '３－３', '3の三', '3三', '3・三', ' 3-三 ']) assert.equal(typedPoint(NINE, text), third, text);
  for (const text of ['0-3', '3-10', '10-3', '33', '3', '3-', '三', '3-三三', '3-十三', 'x']) assert.equal(typedPoint(NINE, text), null, text);
  assert.equal(parsePair(LARGE, '4-二十'), parsePair(LARGE, '4-20'));
});
