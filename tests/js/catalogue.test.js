// The catalogue holds every text, and no text that nothing shows.

import './english.js';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { problemText } from '../../static/text/problem-text.js';
import { localeFor, t } from '../../static/text/text.js';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const files = readdirSync(new URL('static', root), { recursive: true });
const scripts = files.filter((name) => name.endsWith('.js') && !name.startsWith('text/en')).map((name) => read(`static/${name}`));
const names = files.filter((name) => /^text\/en\/\w+\.json$/.test(name));
const themes = names.map((name) => JSON.parse(read(`static/${name}`)));
const en = Object.assign({}, ...themes);
const pages = files.filter((name) => name.endsWith('.html')).map((name) => read(`static/${name}`));
const source = scripts.join('\n');

/** The keys that the server names in full, where it speaks itself. */
const ofServer = ['voice.rs', 'letters.rs', 'web/pages/page.rs', 'web/pages/page_parts.rs', 'web/pages/preview/subjects.rs', 'web/pages/preview/mod.rs']
  .flatMap((name) => [...read(`crates/server/src/${name}`).split('#[cfg(test)]')[0].matchAll(/"([a-z_]+(?:\.[a-z_]+)+)"/g)])
  .map(([, key]) => key).filter((key) => !/\.(html|svg)$/.test(key));

/** Texts that stand in the pages: [key, English]. */
const inPages = pages.flatMap((page) =>
  [...page.matchAll(/<([\w-]+)[^>]*\sdata-text="([^"]+)"[^>]*>([^<]*)<\/\1>/g)].map(([, , key, text]) => [key, text])
    .concat([...page.matchAll(/\s([\w-]+)="([^"]*)"[^>]*\sdata-text-\1="([^"]+)"/g)].map(([, , text, key]) => [key, text])));

test('every problem code of the protocol that a page may be told has a text', () => {
  const table = read('docs/protocol.md').split('\n## Problems')[1];
  const rows = [...table.matchAll(/^\| \d{3} \| ([^|]+) \|/gm)];
  const codes = rows.flatMap(([, cell]) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code));
  assert.ok(codes.length > 25, 'the table is read');
  // A page has another key for each body, and sends one only where it is taken. None asks whether the server is ready.
  const ofOthers = ['key_reused', 'key_refused', 'duty_down'];
  for (const code of ofOthers) assert.ok(codes.includes(code) && !en[`problem.${code}`], code);
  for (const code of codes.filter((each) => !ofOthers.includes(each))) assert.ok(en[`problem.${code}`], code);
  const rules = [.../`rule`: ([^;]+);/.exec(table)[1].matchAll(/`([a-z_]+)`/g)].map(([, rule]) => rule);
  assert.ok(rules.length > 4, 'the rules are read');
  for (const rule of rules) assert.ok(en[`illegal.${rule}`], rule);
});

test('every reason for which a record is refused has a text', () => {
  const table = read('docs/check.md').split('| code | means |')[1].split('\n\n')[0];
  const codes = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code));
  assert.ok(codes.length > 12, 'the table is read');
  // These texts are about files on a disk, and about counts.
  const elsewhere = ['unreadable', 'no_dead_stone'];
  for (const code of codes.filter((code) => !elsewhere.includes(code))) assert.ok(en[`unreadable.${code}`], code);
  for (const code of ['bad_encoding', 'too_many_games', 'too_many_points']) assert.ok(en[`unreadable.${code}`], code);
});

test('every line of a score has a text', () => {
  const told = /their names are ([^.]+)\./.exec(read('docs/protocol.md').replaceAll('\n', ' '))[1];
  const names = [...told.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  assert.ok(names.length > 5, 'the names are read');
  for (const name of names) assert.ok(en[`score.${name}`], name);
});

test('every text stands in one theme only', () => {
  assert.equal(themes.length, names.length);
  const keys = themes.flatMap((theme) => Object.keys(theme));
  assert.deepEqual(keys.filter((key, i) => keys.indexOf(key) !== i), []);
  assert.equal(keys.length, Object.keys(en).length);
});

test('every key that is used exists', () => {
  const calls = [...source.matchAll(/\bt\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, inside]) => inside);
  const used = calls.flatMap((inside) => [...inside.matchAll(/'([a-z_]+(?:\.[a-z_]+)+|brand)'/g)].map(([, key]) => key));
  assert.ok(used.length > 100, 'the calls are found');
  assert.ok(ofServer.length > 20, 'so are those of the server');
  for (const key of [...used, ...ofServer, ...inPages.map(([key]) => key)]) assert.ok(Object.hasOwn(en, key), key);
});

test('every key is used', () => {
  const literal = new Set([...source.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key));
  const prefixes = [...source.matchAll(/`([a-z_.]+\.)\$\{/g)].map(([, prefix]) => prefix);
  const shown = new Set([...ofServer, ...inPages.map(([key]) => key)]);
  for (const key of Object.keys(en)) {
    assert.ok(literal.has(key) || shown.has(key) || prefixes.some((prefix) => key.startsWith(prefix)), key);
  }
});

test('the English in the pages is that of the catalogue', () => {
  assert.ok(inPages.length > 20);
  for (const [key, text] of inPages) assert.equal(text, en[key], key);
});

test('plural forms are complete', () => {
  for (const [key, entry] of Object.entries(en)) {
    if (typeof entry !== 'string') assert.deepEqual(Object.keys(entry), ['one', 'other'], key);
  }
});

test('texts are filled in and counted', () => {
  assert.equal(t('move.capture', { color: 'Black', at: 'E5', count: 1 }), 'Black played E5 and captured 1 stone.');
  assert.equal(t('move.capture', { color: 'Black', at: 'E5', count: 2 }), 'Black played E5 and captured 2 stones.');
  assert.equal(t('game.komi', { komi: 6.5 }), 'komi 6.5');
});

test('problems are told by what they say', () => {
  assert.equal(problemText({ code: 'illegal_move', params: { rule: 'ko', at: 'E5' } }), t('illegal.ko', { at: 'E5' }));
  assert.equal(
    problemText({ code: 'invalid_settings', params: { field: 'board.width', min: 1, max: 25 } }),
    'The width must be from 1 to 25.');
  assert.match(problemText({ code: 'invalid_settings', params: { field: 'color' } }), /color/);
  assert.equal(problemText({ code: 'too_many_requests', params: { retry_after_ms: 1200 } }), 'Too fast. Wait 2 seconds.');
  assert.match(problemText({ code: 'from_the_future' }), /from_the_future/);
});

test('dates are written as the browser wishes, if its wish is of the language and script of the page', () => {
  for (const [language, wishes, expected] of [
    ['en', ['en-GB', 'en'], 'en-GB'],
    ['en', ['de-DE', 'en-AU', 'en-US'], 'en-AU'],
    ['en', ['ja'], 'en'],
    ['en', ['no language', 'en-IE'], 'en-IE'],
    ['ja', ['en-GB'], 'ja'],
    ['zh-Hant', ['zh-CN', 'zh-HK'], 'zh-HK'],
    ['zh-Hans', ['zh-TW'], 'zh-Hans'],
    ['ko', [], 'ko'],
  ]) assert.equal(localeFor(language, wishes), expected, `${language} for ${wishes}`);
});
