// What the pages say of files with faults: each kind once, few places, and every fault in words.

import './english.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { ImportReport } from '../../static/home/import-report.js';
import { kindsOf, placeText } from '../../static/record/file-faults.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const fault = (code, line, game = 1) => ({ game, code, line, column: 2 });
const file = { name: 'a.sgf' };
const summary = (id) => ({ id });

test('every fault that is forgiven has a text', () => {
  const table = read('docs/check.md').split('| warning | means |')[1].split('\n\n')[0];
  const codes = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code));
  const inCode = [...read('crates/sgf/src/warning.rs').matchAll(/Self::\w+ => "([a-z_]+)"/g)].map(([, code]) => code);
  assert.deepEqual(codes.toSorted(), inCode.toSorted(), 'the table has all of them');
  const texts = JSON.parse(read('static/text/en/faults.json'));
  assert.deepEqual(Object.keys(texts).filter((key) => key.startsWith('fault.')).toSorted(), [...codes, 'other'].map((code) => `fault.${code}`).toSorted());
});

test('a kind of fault stands once, with its first places and the number of the others', () => {
  const warnings = [fault('no_point', 1), fault('bad_komi', 2), ...[3, 4, 5, 6].map((line) => fault('no_point', line))];
  assert.deepEqual(kindsOf(warnings).map(({ code, first, more }) => [code, first.map(({ line }) => line), more]), [
    ['no_point', [1, 3, 4], 2],
    ['bad_komi', [2], 0],
  ]);
});

test('a place is told with the game and the file, as far as there are several', () => {
  assert.equal(placeText({ line: 3, column: 12 }), 'line 3, column 12');
  assert.equal(placeText({ game: 2, line: 3, column: 12 }), 'game 2, line 3, column 12');
  assert.equal(placeText({ file: 'a.sgf', line: 3, column: 12 }), 'a.sgf, line 3, column 12');
  const report = new ImportReport({ severalFiles: true });
  report.add(file, { records: [summary('x')], warnings: [fault('no_point', 3)], refused: [] });
  report.add({ name: 'b.sgf' }, { records: [summary('y'), summary('z')], warnings: [fault('no_point', 4, 2)], refused: [] });
  assert.deepEqual(report.warnings.map((warning) => placeText(warning)), ['a.sgf, line 3, column 2', 'b.sgf, game 2, line 4, column 2']);
});

test('a game that can not be read is named with its place and the reason, and the others are there', () => {
  const report = new ImportReport({ severalFiles: false });
  report.add(file, { records: [summary('x')], warnings: [], refused: [{ game: 2, line: 1, column: 19, reason: 'not_go', detail: 'x' }] });
  assert.deepEqual(report.refused, ['Not read: game 2, line 1, column 19. The reason: this is the record of another game than Go.']);
  assert.equal(report.opened.length, 1);
  assert.equal(report.only, null, 'the page stays and says so');
});

test('a single game with faults opens at once, and a whole list of them does not', () => {
  const report = new ImportReport({ severalFiles: false });
  report.add(file, { records: [summary('x')], warnings: [fault('no_point', 3)] });
  assert.equal(report.only.id, 'x');
  report.add(file, { records: [summary('y')] });
  assert.equal(report.only, null);
});

test('however much is refused, the page names ten and counts the others', () => {
  const report = new ImportReport({ severalFiles: true });
  for (let i = 0; i < 12; i += 1) report.refuse({ name: `${i}.sgf` }, { code: 'too_large' });
  assert.equal(report.refused.length, 11);
  assert.match(report.refused[0], /^0\.sgf: /);
  assert.equal(report.refused.at(-1), '2 more games or files could not be read.');
});
