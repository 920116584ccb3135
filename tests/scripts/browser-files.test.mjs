// What the files of the browser tests must be: one for each language, and none that sleeps.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { browserTests } from '../../scripts/testing/steps.mjs';
import { allFiles, choose, told } from '../browser/chosen-files.mjs';
import { LANGUAGES, chosenLanguages, pagesByTurns, takesTurns } from '../browser/languages.js';

const FOLDER = new URL('../browser/', import.meta.url);
const read = (name) => readFileSync(new URL(name, FOLDER), 'utf8');

/** Time passes through `pause` alone, which wants a reason. */
const SLEEPS = /\b(setTimeout|setInterval|waitForTimeout|sleep)\s*\(|\btimers\/promises\b|\bAtomics\.wait\b/;

test('no file of the browser tests lets time pass, but that with the one way to do it', () => {
  const files = readdirSync(FOLDER).filter((name) => /\.m?js$/.test(name));
  assert.deepEqual(files.filter((name) => SLEEPS.test(read(name))), ['pause.js']);
});

test('a sleep would be found', () => {
  for (const line of ['await page.waitForTimeout(1_000);', 'new Promise((done) => setTimeout(done, 50))', "import { setTimeout } from 'node:timers/promises';"]) {
    assert.match(line, SLEEPS);
  }
});

test('each language has a file that looks at every page in it', () => {
  assert.ok(LANGUAGES.length > 1);
  for (const language of LANGUAGES) assert.ok(read(`every-page-${language}.test.js`).includes(`everyPage('${language}')`), language);
  const files = allFiles().filter((name) => name.startsWith('every-page-'));
  assert.deepEqual(files, LANGUAGES.map((language) => `every-page-${language}.test.js`).sort());
});

test('a commit chooses the first language and one of the others, each in its turn', () => {
  const seen = new Set();
  for (let number = 0; number < 16; number += 1) {
    const languages = chosenLanguages(undefined, `${number.toString(16).padStart(8, '0')}cafe`);
    assert.equal(languages.length, 2);
    assert.equal(languages[0], 'en');
    seen.add(languages[1]);
  }
  assert.deepEqual([...seen, 'en'].sort(), [...LANGUAGES].sort());
});

test('commits look at each page in each language, a third of the pages at a time, and all pages in the first', () => {
  const pages = Array.from({ length: 10 }, (_, at) => at);
  const byDefault = { turns: '1', wish: '', long: false };
  const seen = new Set();
  for (let number = 0; number < 12; number += 1) {
    const commit = `${number.toString(16).padStart(8, '0')}cafe`;
    const language = chosenLanguages('', commit)[1];
    const chosen = pagesByTurns(pages, language, { ...byDefault, commit });
    assert.ok(chosen.length === 3 || chosen.length === 4, chosen);
    for (const page of chosen) seen.add(`${language} ${page}`);
    assert.deepEqual(pagesByTurns(pages, 'en', { ...byDefault, commit }), pages);
  }
  assert.equal(seen.size, pages.length * (LANGUAGES.length - 1));
  assert.deepEqual(pagesByTurns(pages, 'ja', { ...byDefault, wish: 'ja' }), pages);
  assert.deepEqual(pagesByTurns(pages, 'ja', { ...byDefault, long: true }), pages);
});

test('a file that is run by itself looks at every page', () => {
  const pages = ['a', 'b', 'c', 'd'];
  assert.deepEqual(pagesByTurns(pages, 'ja', { turns: '', wish: '', long: false }), pages);
});

test('the default run takes turns, also in a second try, and the long run does not', () => {
  const place = { root: fileURLToPath(new URL('../../', import.meta.url)) };
  const takes = ({ env }) => takesTurns('ja', { turns: env.TENGEN_BY_TURNS, wish: '', long: Boolean(env.TENGEN_LONG) });
  const usual = browserTests(place);
  assert.deepEqual([usual, usual.again('tests/browser/every-page-ja.test.js')].map(takes), [true, true]);
  assert.equal(takes(browserTests(place, { TENGEN_LONG: '40' })), false);
});

test('a run tells in which language it looks at a part of the pages alone', () => {
  const byDefault = { turns: '1', wish: '', long: false };
  assert.equal(told(['en', 'ja'], byDefault), 'every page in en, and a third of the pages in ja');
  assert.equal(told(['ja', 'ko'], { ...byDefault, wish: 'ja,ko' }), 'every page in ja and ko');
  assert.equal(told(['en', 'ja'], { ...byDefault, turns: '' }), 'every page in en and ja');
});

test('languages can be named, and wrong names are told', () => {
  assert.deepEqual(chosenLanguages('ko,ja'), ['ko', 'ja']);
  assert.deepEqual(chosenLanguages('all'), LANGUAGES);
  assert.throws(() => chosenLanguages('ja,xx'), /TENGEN_LANGUAGES names xx/);
});

test('no file is in no run', () => {
  const { usual, left } = choose(['en', 'ja']);
  assert.deepEqual([...usual, ...left].sort(), allFiles());
  assert.deepEqual(left.filter((name) => name.startsWith('every-page-')), ['ko', 'zh-Hans', 'zh-Hant'].map((language) => `every-page-${language}.test.js`));
});
