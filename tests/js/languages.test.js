// The catalogues of all languages fit the English one: keys, parameters, plural forms.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const folder = new URL('../../static/text/', import.meta.url);
const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
const filesOf = (language) => readdirSync(new URL(`${language}/`, folder)).sort();
const theme = (language, file) => JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'));

const paramsOf = (text) => [...new Set(Object.values(typeof text === 'string' ? [text] : text)
  .flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort();
const formsOf = (language) => new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();

/** The letters of the scripts that are not Latin, by the names that Intl has for how languages are written. */
const LETTERS = {
  Jpan: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  Kore: /\p{Script=Hangul}/u,
  Hans: /\p{Script=Han}/u,
  Hant: /\p{Script=Han}/u,
};
/** Names that are the same in every language. */
const NAMES = /\b(?:Tengen|WebSocket|openapi\.json|QR Code)\b/g;
/** The signs on the keys of a keyboard, and the names of rules as records and programs have them: only in texts that are lists of these. */
const LISTED = [
  [/^(?:walk\.)?keys\./, /\b(?:Home|End|Tab|Enter|Delete|Ctrl)\b/g],
  [/^result\.in_stones$/, /\bchinese(?:-superko)?\b/g],
  [/^editing\.rules_names$/, /\b(?:Japanese|Chinese|Korean|French|Tromp-Taylor)\b/g],
];

const english = Object.assign({}, ...filesOf('en').map((file) => theme('en', file)));

/** Calls `look` with each text of each language that translates an English one. */
function eachText(look) {
  for (const language of languages) {
    for (const file of filesOf(language)) {
      for (const [key, text] of Object.entries(theme(language, file))) {
        if (english[key] !== undefined) look({ language, key, text, original: english[key] });
      }
    }
  }
}

test('there are several languages, each named as browsers name it', () => {
  assert.ok(languages.includes('en') && languages.length > 4, languages.join());
  assert.deepEqual(languages, Intl.getCanonicalLocales(languages));
});

test('every language has all texts and no others, in the same files', () => {
  const textsOf = (language) => filesOf(language).flatMap((file) => Object.keys(theme(language, file)).map((key) => `${file} ${key}`)).sort();
  const whole = textsOf('en');
  assert.ok(whole.length > 500, 'English is read');
  for (const language of languages) assert.deepEqual(textsOf(language), whole, language);
});

test('a translation has the parameters of the English text', () => {
  eachText(({ language, key, text, original }) => assert.deepEqual(paramsOf(text), paramsOf(original), `${language} ${key}`));
});

test('a text with plural forms has those of its language', () => {
  eachText(({ language, key, text, original }) => {
    assert.equal(typeof text, typeof original, `${language} ${key}`);
    if (typeof text !== 'string') assert.deepEqual(Object.keys(text).sort(), formsOf(language), `${language} ${key}`);
  });
});

test('no text calls a guest one beside the name that says so already', () => {
  const doubled = Object.fromEntries(languages.map((language) =>
    [language, new RegExp(`${theme(language, 'shared.json')['name.placeholder']}(?: |の)?\\{(?:name|who|here)\\}`, 'i')]));
  eachText(({ language, key, text }) => {
    for (const form of typeof text === 'string' ? [text] : Object.values(text)) assert.doesNotMatch(form, doubled[language], `${language} ${key}`);
  });
});

test('no text is empty, and none has a broken brace', () => {
  eachText(({ language, key, text }) => {
    for (const form of typeof text === 'string' ? [text] : Object.values(text)) {
      assert.notEqual(form.trim(), '', `${language} ${key}`);
      assert.doesNotMatch(form.replace(/\{\w+\}/g, ''), /[{}]/, `${language} ${key}`);
    }
  });
});

test('a text of a language that is not written in Latin letters has words in its own, unless it is made of names alone', () => {
  const scripts = Object.fromEntries(languages.map((language) => [language, new Intl.Locale(language).maximize().script]));
  assert.ok(Object.values(scripts).filter((script) => script !== 'Latn').length > 3, JSON.stringify(scripts));
  const left = [];
  eachText(({ language, key, text }) => {
    if (scripts[language] === 'Latn') return;
    const letters = LETTERS[scripts[language]];
    assert.ok(letters, `${language}: which letters are its own is not known here`);
    const listed = LISTED.filter(([keys]) => keys.test(key)).map(([, names]) => names);
    for (const form of typeof text === 'string' ? [text] : Object.values(text)) {
      const said = form.replace(/\{\w+\}|<[^>]*>/g, ' ');
      const words = [NAMES, ...listed].reduce((rest, names) => rest.replace(names, ' '), said);
      // Short words and capitals are units, sizes and what the whole world abbreviates alike.
      if (/[a-z]{3}/.test(words) && !letters.test(said)) left.push(`${language} ${key}: ${form}`);
    }
  });
  assert.deepEqual(left, []);
});

test('small numbers need no Intl: each language writes them with the same digits', () => {
  for (const language of languages) {
    const format = new Intl.NumberFormat(language);
    for (let number = 0; number < 1000; number += 1) assert.equal(format.format(number), String(number), language);
  }
});

test('a small number and its half are written as Intl writes them', () => {
  for (const language of languages) {
    const { 'number.half': half } = theme(language, 'shared.json');
    const { format } = new Intl.NumberFormat(language);
    for (const whole of [0, 6, 360, 999]) {
      assert.equal(String(whole), format(whole), language);
      assert.equal(half.replace('{whole}', whole), format(whole + 0.5), language);
    }
  }
});
