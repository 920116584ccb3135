// Each page brings the themes of its texts, and every text that it uses is in a catalogue.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import test from 'node:test';
import { textsInCode } from './code-literals.js';

const root = new URL('../../static/', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const themesOf = (language) => Object.fromEntries(readdirSync(new URL(`text/${language}/`, root))
  .map((file) => [file.replace('.json', ''), JSON.parse(read(`text/${language}/${file}`))]));
const en = themesOf('en');
const themeOf = new Map(Object.entries(en).flatMap(([theme, texts]) => Object.keys(texts).map((key) => [key, theme])));

/** The imports of a module: at once, and when needed, with the themes that come along. */
function importsOf(module) {
  const code = read(module);
  const path = (name) => posix.join(posix.dirname(module), name);
  const at = [...code.matchAll(/^import (?:[^;']*? from )?'(\.[^']+)';/gm)].map(([, name]) => path(name));
  const later = [...code.matchAll(/(withTexts\()?import\('(\.[^']+)'\)((?:, '\w+')*)/g)]
    .map(([, , name, themes]) => [path(name), [...themes.matchAll(/'(\w+)'/g)].map(([, theme]) => theme)]);
  return { at, later };
}

/** Every module of a page, with the themes that are there when it runs. */
function modulesOf(entry, themes, found = new Map()) {
  if (found.has(entry)) return found;
  found.set(entry, themes);
  const { at, later } = importsOf(entry);
  for (const module of at) modulesOf(module, themes, found);
  for (const [module, more] of later) modulesOf(module, [...themes, ...more], found);
  return found;
}

/** The keys that a module names in full, with their themes. */
const themesUsed = (module) => [...read(module).matchAll(/'([\w.-]+)'/g)]
  .map(([, key]) => [key, themeOf.get(key)]).filter(([, theme]) => theme);

const meta = (page, name) => new RegExp(`<meta name="${name}" content="([^"]*)">`).exec(page)?.[1].split(' ') ?? [];
const whole = (page) => page.replaceAll(/<html-fragment src="\/static\/([^"]+)"><\/html-fragment>/g, (_, path) => read(path));
const pages = readdirSync(root).filter((name) => name.endsWith('.html'));

for (const name of pages) {
  const page = whole(read(name));
  const [now, later] = [meta(page, 'texts'), meta(page, 'texts-later')];
  const entry = /<script type="module" src="\/static\/([^"]+)">/.exec(page)?.[1];

  test(`${name}: the themes are there when something of them is said`, () => {
    for (const theme of [...now, ...later]) assert.ok(en[theme], theme);
    for (const [, key] of page.matchAll(/data-text[\w-]*="([^"]+)"/g)) assert.ok(now.includes(themeOf.get(key)), key);
    assert.ok(entry, 'every page has a module');
    for (const [module, themes] of modulesOf(entry, now)) {
      for (const theme of themes) assert.ok([...now, ...later].includes(theme), `${module} needs ${theme}`);
      for (const [key, theme] of themesUsed(module)) assert.ok(themes.includes(theme), `${module}: ${key} of ${theme}`);
    }
  });

  test(`${name}: every text for people is in the catalogue`, () => {
    const bare = page.replace(/<head>[\s\S]*<\/head>|<!--[\s\S]*?-->/g, '')
      .matchAll(/<([\w-]+)([^>]*)>([^<]*\p{L}[^<]*)/gu);
    const untold = [...bare].filter(([, , attributes, text]) => !attributes.includes('data-text=') && !text.startsWith('/'));
    assert.deepEqual(untold.map(([, , , text]) => text.trim()), []);
    assert.match(page, /<title data-text="/);
    for (const attribute of ['aria-label', 'aria-description', 'aria-roledescription', 'placeholder', 'title', 'alt', 'label', 'summary']) {
      for (const [tag] of page.matchAll(new RegExp(`<[^>]*\\s${attribute}="[^"]*"[^>]*>`, 'g'))) {
        assert.match(tag, new RegExp(`data-text-${attribute}="`));
      }
    }
  });
}

const everyFile = readdirSync(root, { recursive: true });
const styles = everyFile.filter((name) => name.endsWith('.css')).map(read).join('\n');
const classes = new Set([...styles.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));

test('no module says what no catalogue has', () => {
  const modules = everyFile.filter((name) => name.endsWith('.js'));
  assert.ok(modules.length > 100 && classes.size > 100);
  for (const module of modules) assert.deepEqual(textsInCode(read(module), classes), [], module);
});

test('what a module says by itself is found, wherever it stands', () => {
  const said = [
    "x.textContent = 'gone';", "html('p', { title: 'gone' });", "html('p', { class: 'hint', 'aria-label': 'gone' });",
    "x.setAttribute('alt', 'gone');", "field.placeholder = `gone`;", "html('p', {}, 'Gone');", "x.append('gone away');", "setText(x, 'Gone.');",
    "const a = `${n} stones left`;", "const a = ok ? t('a.b') : 'not there';", "ask({ title: t('a.b'), label: 'gone' });", "const a = '対局';",
    "// it's a comment\nx.append(\"Gone\");", "const re = /'/g; x.append('Gone');", "const a = `${t('a.b', { name: `${x}` })} and more of it`;",
  ];
  for (const code of said) assert.equal(textsInCode(code).length, 1, code);
  const unsaid = [
    "x.append(t('a.b'));", "html('p', { class: 'hint wide', 'data-testid': 'gone' });", "// Gone away.\n/* And 'this one' too. */",
    "svg('path', { d: 'M1 2L3 4' });", "throw new Error('no such place');", "const a = b / c / d; x('hint');", "keys.Enter = key === 'Enter';",
    "document.querySelector('.play button');", "x.className = 'tile open-tile';", "const a = /say 'it is so'/;",
  ];
  for (const code of unsaid) assert.deepEqual(textsInCode(code), [], code);
});
