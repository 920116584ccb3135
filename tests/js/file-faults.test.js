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

/**
 * Of faults that are told in several cases: a word of each case, by language. A text that speaks of one case alone is untrue in
 * the others.
 */
const CASES = {
  unclosed_tree: {
    en: ['file ends', 'another game begins'], ja: ['ファイルが終わって', '次の棋譜が始まって'], ko: ['파일이 끝났', '다음 기보가 시작'],
    'zh-Hans': ['文件已结束', '另一局已开始'], 'zh-Hant': ['檔案已結束', '另一局已開始'],
  },
  unclosed_value: {
    en: ['What was there was read', 'half a point was left out'], ja: ['あるところまで読み', '途切れた座標は除き'], ko: ['있는 데까지 읽고', '끊긴 좌표는 뺐'],
    'zh-Hans': ['已读取现有部分', '不完整的坐标已略去'], 'zh-Hant': ['已讀取現有部分', '不完整的座標已略去'],
  },
  unknown_rules: {
    en: ['Unless the file names others', 'Japanese rules'], ja: ['ほかに分かるルールが書かれていなければ', '日本ルール'], ko: ['아는 룰이 따로 적혀 있지 않으면', '일본 룰'],
    'zh-Hans': ['若没有另写认识的规则', '日本规则'], 'zh-Hant': ['若沒有另寫認識的規則', '日本規則'],
  },
  bad_size: {
    en: ['Its numbers were used', 'holds all moves'], ja: ['数字だけを読む', '着手がすべて入る'], ko: ['숫자만 읽', '모든 수가 들어가는'],
    'zh-Hans': ['其中的数字', '容纳所有着手'], 'zh-Hant': ['其中的數字', '容納所有著手'],
  },
  bad_point: {
    en: ['setup', 'move in a variation'], ja: ['配置', '変化の着手'], ko: ['배치', '변화도의 수'], 'zh-Hans': ['摆子', '变化中的着手'], 'zh-Hant': ['擺子', '變化中的著手'],
  },
  property_outside_node: {
    en: ['game or variation'], ja: ['棋譜または変化'], ko: ['기보나 변화도'], 'zh-Hans': ['棋谱或变化'], 'zh-Hant': ['棋譜或變化'],
  },
};
/** Brackets without a node may have others inside, and a komi or handicap that means nothing may be a number. */
const UNTRUE = {
  empty_tree: { en: 'Empty', ja: '空', ko: '빈 ', 'zh-Hans': '空', 'zh-Hant': '空' },
  bad_komi: { en: 'number', ja: '数', ko: '숫자', 'zh-Hans': '数字', 'zh-Hant': '數字' },
  bad_handicap: { en: 'not a number', ja: '数ではない', ko: '수가 아니', 'zh-Hans': '不是', 'zh-Hant': '不是' },
};

test('a text is true in each case in which its fault is told', () => {
  const texts = (language) => JSON.parse(read(`static/text/${language}/faults.json`));
  for (const [code, cases] of Object.entries(CASES)) {
    for (const [language, words] of Object.entries(cases)) for (const word of words) assert.ok(texts(language)[`fault.${code}`].includes(word), `${code}: ${language}: ${word}`);
  }
  for (const [code, untrue] of Object.entries(UNTRUE)) {
    for (const [language, word] of Object.entries(untrue)) assert.ok(!texts(language)[`fault.${code}`].includes(word), `${code}: ${language}: ${word}`);
  }
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
  assert.deepEqual(report.refused, ['Could not be read: game 2, line 1, column 19. Reason: this is a record of a game other than Go.']);
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

test('however many faults there are, they are taken one by one, and those that the server counts are counted', () => {
  const report = new ImportReport({ severalFiles: true });
  const many = Array.from({ length: 300_000 }, (_, line) => fault('no_point', line));
  report.add(file, { records: [summary('x')], warnings: many, more_warnings: 7 });
  report.add({ name: 'b.sgf' }, { records: [summary('y')], warnings: [fault('bad_komi', 1)], more_warnings: 5 });
  // A server of an earlier release.
  report.add({ name: 'c.sgf' }, { records: [summary('z')] });
  assert.deepEqual([report.warnings.length, report.moreWarnings], [300_001, 12]);
});

test('however much is refused, the page names ten and counts the others', () => {
  const report = new ImportReport({ severalFiles: true });
  for (let i = 0; i < 12; i += 1) report.refuse({ name: `${i}.sgf` }, { code: 'too_large', params: { limit_bytes: 16 * 1024 } });
  assert.equal(report.refused.length, 11);
  assert.equal(report.refused[0], "0.sgf: That's too large: the limit is 16 KiB.");
  assert.equal(report.refused.at(-1), '2 more games or files could not be read.');
});

test('a guest whose file is too great is told what members may open, and no file is sent for nothing', () => {
  const MIB = 1024 * 1024;
  for (const [isMember, most] of [[false, MIB], [true, 8 * MIB]]) {
    const report = new ImportReport({ severalFiles: false, isMember });
    report.check({ size: most });
    assert.throws(() => report.check({ size: most + 1 }), ({ code, params }) => code === 'too_large' && params.limit_bytes === most);
    report.refuse(file, { code: 'unreadable_record', params: { line: 1, column: 1, reason: 'not_go' } });
    assert.equal(report.refused.length, 1);
    report.refuse(file, { code: 'unreadable_record', params: { line: 1, column: 1, reason: 'too_many_games' } });
    const hint = 'Members can open files of up to 8 MiB, with 2,000 games and 200,000 positions.';
    assert.deepEqual(report.refused.slice(2), isMember ? [] : [hint]);
  }
});
