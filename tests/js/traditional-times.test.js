// Times in traditional Chinese, where Intl and the catalogue have to fit together.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const texts = JSON.parse(readFileSync(new URL('../../static/text/zh-Hant/time.json', import.meta.url), 'utf8'));
globalThis.tengenTexts = { language: 'zh-Hant', languages: [['zh-Hant', '繁體中文']], texts, later: {} };
const { longTime, timeInWords, timeText } = await import('../../static/text/clock-text.js');

const written = (text) => text.replaceAll('\u2060', '');
const SYSTEMS = {
  'byo-yomi': { main: 600_000, periods: 3, period: 30_000 },
  fischer: { main: 300_000, increment: 10_000, max: 600_000 },
  canadian: { main: 60_000, stones: 25, period: 600_000 },
  simple: { period: 259_200_000 },
  absolute: { main: 1_800_000 },
};

for (const [system, short, words] of [
  ['byo-yomi', '10分 + 30秒×3次', '10分鐘 + 讀秒30秒3次'],
  ['fischer', '5分 + 每手加10秒', '5分鐘 + 每手加10秒'],
  ['canadian', '1分 + 10分內25手', '1分鐘 + 10分鐘內25手'],
  ['simple', '每手3天', '每手3天'],
  ['absolute', '30分，無讀秒', '30分鐘，無讀秒'],
]) {
  test(`${system} is told as players in Taiwan write it`, () => {
    const clock = { system, ...SYSTEMS[system] };
    assert.deepEqual([timeText(clock), timeInWords(clock)].map(written), [short, words]);
  });
}

test('a length of two units is one word', () => {
  assert.equal(written(longTime(5_400_000)), '1小時30分鐘');
});
