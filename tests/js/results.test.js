// Results in words, and in the short form that players of each language use.

import './english.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { resultText, shortResult } from '../../static/game/names.js';

const { texts } = globalThis.tengenTexts;
const speak = (language) => Object.assign(texts, JSON.parse(readFileSync(new URL(`../../static/text/${language}/shared.json`, import.meta.url), 'utf8')));
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
    const short = [white('score', 8.5), white('score', 12), white('score', 0.5), white('resignation')].map(shortResult);
    assert.deepEqual(short, [half, whole, least, resignation]);
    assert.equal(resultText(white('score', 0.5)), words);
  });
}

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
