// The Chinese texts: characters of one script, words of one region, punctuation and spaces of the language.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const folder = new URL('../../static/text/', import.meta.url);

/** Every form of every text of a language, with its key. */
function formsOf(language) {
  return readdirSync(new URL(`${language}/`, folder)).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))).flatMap(([key, text]) =>
      (typeof text === 'string' ? [text] : Object.values(text)).map((form) => ({ key, form }))));
}

/** The characters of a national set: two bytes each, from `lead` and `trail`, which are ranges with both ends. */
function characters(encoding, lead, ...trails) {
  const decoder = new TextDecoder(encoding);
  const found = new Set();
  for (let first = lead[0]; first <= lead[1]; first += 1) {
    for (const [from, to] of trails) {
      for (let second = from; second <= to; second += 1) found.add(decoder.decode(Uint8Array.of(first, second)));
    }
  }
  return found;
}

// GB 2312 has simplified characters only, Big5 traditional ones only; a character in both is written alike.
const SCRIPTS = {
  'zh-Hans': characters('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
  'zh-Hant': characters('big5', [0xa4, 0xf9], [0x40, 0x7e], [0xa1, 0xfe]),
};

// Words of the other side of the strait, and words that neither side uses in Go.
const FOREIGN = {
  'zh-Hans': ['虚手', '连结', '伺服', '程式', '档案', '资讯', '萤幕', '滑鼠', '预设', '网路', '权杖', '储存', '透过'],
  'zh-Hant': [
    '停一手', '設置', '鏈接', '服務器', '程序', '文件', '信息', '屏幕', '鼠標', '默認', '網絡', '令牌', '接口', '字符', '字節', '回車', '點擊', '全域',
    '二維碼', '全屏', '自定義', '創建', '示例',
  ],
};

for (const [language, own] of Object.entries(SCRIPTS)) {
  const texts = formsOf(language);
  const each = (look) => texts.forEach(({ key, form }) => look(form, `${language} ${key}: ${form}`));

  test(`${language} is written in its own characters`, () => {
    assert.ok(texts.length > 500 && own.size > 6000);
    each((form, where) => assert.deepEqual([...form].filter((char) => /\p{Script=Han}/u.test(char) && !own.has(char)), [], where));
  });

  test(`${language} has the words of its region`, () => {
    each((form, where) => {
      // Typed words are accepted from both regions.
      if (/ type\.pass_words:/.test(where)) return;
      assert.deepEqual(FOREIGN[language].filter((word) => form.includes(word)), [], where);
    });
  });

  test(`${language} has full-width punctuation and its own quotation marks`, () => {
    each((form, where) => {
      assert.doesNotMatch(form, /\p{Script=Han}["']|["']\p{Script=Han}|\p{Script=Han} ?[,;:?!()]|[,;:?!()] ?\p{Script=Han}|\p{Script=Han}\.|\.\.\./u, where);
      assert.doesNotMatch(form, language === 'zh-Hans' ? /[「」『』]/ : /[“”‘’]/, where);
    });
  });

  test(`${language} has a space between characters and what is put in as Latin letters or digits`, () => {
    // Colours, rules, dates and parts of a sentence are characters themselves, a player brings a space along (`name.person`), and
    // short times are written close.
    const written = /^(color|who|next|what|date|label|preset)$/;
    each((form, where) => {
      if (/^zh-\w+ time\.|^zh-\w+ clock\./.test(where)) return;
      for (const [, before, name, after] of form.matchAll(/(\p{Script=Han}?)\{(\w+)\}(?=(\p{Script=Han}?))/gu)) {
        if (!written.test(name)) assert.ok(before === '' && after === '', `${where} {${name}}`);
      }
      assert.doesNotMatch(form, /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u, where);
    });
  });
}
