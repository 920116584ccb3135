// Results in words, and in the short form that players of each language use.

import './english.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { leadText } from '../../static/game/lead.js';
import { gameFacts, inStones, komiText, resultText, shortResult } from '../../static/go/names.js';
import { infoRows } from '../../static/go/record-words.js';

const { texts } = globalThis.tengenTexts;
const theme = (language, name) => JSON.parse(readFileSync(new URL(`../../static/text/${language}/${name}.json`, import.meta.url), 'utf8'));
const speak = (language) => Object.assign(texts, theme(language, 'shared'), theme(language, 'scoring'));
const white = (by, margin = null) => ({ winner: 'white', by, margin, text: 'W+?' });

for (const [language, half, whole, least, resignation, words] of [
  ['en', 'W+8.5', 'W+12', 'W+0.5', 'W+R', 'White wins by half a point'],
  ['ja', '白8目半勝ち', '白12目勝ち', '白半目勝ち', '白中押し勝ち', '白半目勝ち'],
  ['ko', '백 8집반 승', '백 12집 승', '백 반집 승', '백 불계승', '백 반집 승'],
  ['zh-Hans', '白胜 8.5 目', '白胜 12 目', '白胜半目', '白中盘胜', '白方胜半目'],
  ['zh-Hant', '白勝 8.5 目', '白勝 12 目', '白勝半目', '白中盤勝', '白方勝半目'],
]) {
  test(`${language}: a result is told as its players tell it`, () => {
    speak(language);
    const short = [white('score', 8.5), white('score', 12), white('score', 0.5), white('resignation')].map((result) => shortResult(result));
    assert.deepEqual(short, [half, whole, least, resignation]);
    assert.equal(resultText(white('score', 0.5)), words);
  });
}

for (const [language, least, more, even, words] of [
  ['en', 'W+0.5', 'W+5.5', 'W+4', 'White wins by half a point'],
  ['ja', '白半目勝ち', '白5目半勝ち', '白4目勝ち', '白半目勝ち'],
  ['ko', '백 반집 승', '백 5집반 승', '백 4집 승', '백 반집 승'],
  ['zh-Hans', '白胜 1/4 子', '白胜 2 又 3/4 子', '白胜 2 子', '白方胜 1/4 子'],
  ['zh-Hant', '白勝 1/4 子', '白勝 2 又 3/4 子', '白勝 2 子', '白方勝 1/4 子'],
]) {
  test(`${language}: what Chinese rules count is told as its players count it`, () => {
    speak(language);
    for (const rules of [{ preset: 'chinese', scoring: 'area' }, { preset: 'chinese-superko', scoring: 'area' }, { preset: 'chinese' }]) {
      assert.deepEqual([0.5, 5.5, 4].map((margin) => shortResult(white('score', margin), rules)), [least, more, even]);
      assert.equal(resultText(white('score', 0.5), rules), words);
    }
  });
}

for (const [language, stones, points] of [
  ['en', 'Black leads by 1.5: 185 to 183.5', 'Black leads by 1.5: 185 to 183.5'],
  ['zh-Hans', '黑方领先 3/4 子（1.5 目）', '黑方领先 1.5 目：185 对 183.5'],
  ['zh-Hant', '黑方領先 3/4 子（1.5 目）', '黑方領先 1.5 目：185 對 183.5'],
]) {
  test(`${language}: a lead is told in the unit of the rules`, () => {
    speak(language);
    const lead = (preset, scoring) => leadText('score.sum', 1.5, { preset, scoring }, { more: 185, less: 183.5 });
    assert.deepEqual([lead('chinese', 'area'), lead('japanese', 'territory')], [stones, points]);
  });
}

for (const [language, stones, points, row, label = row[0]] of [
  ['en', 'komi 7.5', 'komi 7.5', ['Komi', '7.5']],
  ['ja', 'コミ7.5目', 'コミ7.5目', ['コミ', '7.5']],
  ['ko', '덤 7.5집', '덤 7.5집', ['덤', '7.5']],
  ['zh-Hans', '贴 3 又 3/4 子', '贴目 7.5', ['贴子', '3 又 3/4 子'], '贴目'],
  ['zh-Hant', '貼 3 又 3/4 子', '貼目 7.5', ['貼子', '3 又 3/4 子'], '貼目'],
]) {
  test(`${language}: komi is told in the unit of the rules, for games and for records`, () => {
    speak(language);
    Object.assign(texts, theme(language, 'records'), theme(language, 'time'), theme(language, 'rules'));
    const facts = (rules) => gameFacts({ board: { width: 9, height: 9 }, komi: 7.5, handicap: 0, rules }, { brief: true });
    assert.ok(facts({ preset: 'chinese', scoring: 'area' }).includes(stones));
    for (const rules of [{ preset: 'japanese', scoring: 'territory' }, { preset: 'chinese', scoring: 'territory' }, { preset: 'aga' }]) assert.ok(facts(rules).includes(points));
    // A study has its rules as they are asked for.
    assert.equal(komiText(7.5, 'chinese'), stones);
    const players = { black: { name: 'Ann', rank: null, team: null }, white: { name: 'Ben', rank: null, team: null } };
    const info = { players, result: null, handicap: 0, komi: 7.5, preset: 'chinese' };
    const fields = (about) => infoRows({ board: { width: 9, height: 9 }, info: about }).filter(([name]) => name === row[0] || name === label);
    assert.deepEqual(fields(info), [row]);
    assert.deepEqual(fields({ ...info, preset: null }), [[label, '7.5']]);
  });
}

test('no komi and one for Black are told in points', () => {
  speak('zh-Hans');
  assert.deepEqual([0, -5.5, null].map((points) => inStones(points, 'chinese')), [null, null, null]);
  assert.equal(komiText(0, 'chinese'), '贴目 0');
});

test('points are no stones under other rules, and none where Chinese rules are changed to count territory', () => {
  speak('zh-Hans');
  assert.equal(shortResult(white('score', 1), { preset: 'chinese', scoring: 'area' }), '白胜 1/2 子');
  for (const rules of [{ preset: 'aga', scoring: 'area' }, { preset: 'japanese', scoring: 'territory' }, { preset: 'chinese', scoring: 'territory' }, { preset: null }, undefined]) {
    assert.equal(shortResult(white('score', 1.5), rules), '白胜 1.5 目');
  }
});

for (const [language, words, short, nobody] of [
  ['en', "White wins by decision of the server's staff", 'W+', "No result, by decision of the server's staff"],
  ['ja', '白勝ち（運営の裁定）', '白裁定勝ち', '無勝負（運営の裁定）'],
  ['ko', '백 승 (운영진 판정)', '백 판정승', '승패 없음 (운영진 판정)'],
  ['zh-Hans', '白方胜：管理人员裁定', '白裁定胜', '无胜负：管理人员裁定'],
  ['zh-Hant', '白方勝：管理人員裁定', '白裁定勝', '無勝負：管理人員裁定'],
]) {
  test(`${language}: a decision of the staff is told as one`, () => {
    speak(language);
    assert.deepEqual([resultText(white('adjudication')), shortResult(white('adjudication'))], [words, short]);
    const undecided = { winner: null, by: 'adjudication', margin: null, text: 'Void' };
    assert.equal(resultText(undecided), nobody);
    assert.equal(shortResult(undecided), texts['result.no_result']);
  });
}

test('a short result is what records write in English, where they can be read', () => {
  speak('en');
  assert.equal(shortResult(white('time')), 'W+T');
  assert.equal(shortResult(white('absence')), 'W+F');
  assert.equal(shortResult({ winner: null, by: 'score', margin: 0, text: '0' }), 'Jigo');
  assert.equal(shortResult({ winner: null, by: 'abort', margin: null, text: 'Void' }), 'Called off');
});

test('what a record says of its result and nobody understands is left as it is', () => {
  const odd = { winner: null, by: null, margin: null, text: 'Left unfinished' };
  assert.deepEqual([resultText(odd), shortResult(odd)], ['Left unfinished', 'Left unfinished']);
  assert.equal(resultText({ winner: 'white', by: 'forfeit', margin: null, text: 'W+F' }), 'White wins');
});
