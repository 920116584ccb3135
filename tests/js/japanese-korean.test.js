// The Japanese and Korean texts: punctuation, spaces and politeness of the language, and Korean words that no line tears.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const folder = new URL('../../static/text/', import.meta.url);

/** Looks at every form of every text of a language. */
function each(language, look) {
  let count = 0;
  for (const file of readdirSync(new URL(`${language}/`, folder))) {
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')))) {
      for (const form of typeof text === 'string' ? [text] : Object.values(text)) {
        look(form, `${language} ${key}: ${form}`);
        count += 1;
      }
    }
  }
  assert.ok(count > 500);
}

const JAPANESE = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー]';

test('Japanese has full-width punctuation, and its own quotation marks', () => {
  each('ja', (form, where) => {
    assert.doesNotMatch(form, new RegExp(`${JAPANESE} ?[,;:?!()]|[,;:?!()] ?${JAPANESE}|${JAPANESE}\\.`, 'u'), where);
    assert.doesNotMatch(form, /[“”‘’"']/, where);
  });
});

test('Japanese has no space beside Latin letters, digits and what is put in', () => {
  // Two things that stand beside each other, not a phrase: a label and its value, players against each other.
  const apart = /^ja (game\.pair|board\.\w+|home\.\w+|said\.place|card\.\w+|moves\.new|record\.\w+|remark\.value|search\.board_label|api\.\w+):/;
  each('ja', (form, where) => {
    if (!apart.test(where)) assert.doesNotMatch(form, new RegExp(`${JAPANESE} [\\w{]|[\\w}] ${JAPANESE}`, 'u'), where);
  });
});

test('Japanese writes a loan word in one way', () => {
  each('ja', (form, where) => assert.doesNotMatch(form, /コンピューター|ブラウザー|サーバ(?!ー)|プレイヤ(?!ー)|プレーヤ/u, where));
});

test('Japanese sentences are polite', () => {
  each('ja', (form, where) => assert.doesNotMatch(form, /[るだ]。|(?<!まし|でし)た。|(?<!しょ)う。/u, where));
});

test('a Korean particle never begins a line: it is joined to the quotation mark or bracket before it', () => {
  each('ko', (form, where) => assert.doesNotMatch(form, /[’”)\]]\p{Script=Hangul}/u, where));
});

test('no Korean particle that depends on a last sound stands behind what is put in, but for colours and who acts', () => {
  each('ko', (form, where) => {
    for (const [, name, particle] of form.matchAll(/\{(\w+)\}(을|를|이|가|은|는|과|와|으로|로)(?!\p{Script=Hangul})/gu)) {
      assert.ok(['color', 'who', 'next'].includes(name) && ['을', '이', '은', '과'].includes(particle), where);
    }
  });
});

test('Korean has no full-width punctuation, and none after a space', () => {
  each('ko', (form, where) => {
    assert.doesNotMatch(form, /[、。，：；？！（）「」『』]/, where);
    assert.doesNotMatch(form, /\p{Script=Hangul} [,.:;?!]/u, where);
    assert.doesNotMatch(form, /["']/, where);
  });
});

test('Korean sentences are of one politeness: 합니다, and 하세요 for requests', () => {
  each('ko', (form, where) => {
    for (const [, ending] of form.matchAll(/(\p{Script=Hangul}{2})[.]/gu)) assert.doesNotMatch(ending, /(?<!세)요$|다$(?<!니다)/u, where);
  });
});
