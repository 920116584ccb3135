// Links between the documents lead somewhere, and so do the paths that the map names; the contents of the chapters for operators and
// of the decisions and the map of the README are whole, and what files elsewhere quote of them is there.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONTENTS = 'docs/operations.md';
const CHAPTER = /^docs\/operations\/[a-z-]+\.md$/;
const DECISION = /^docs\/decisions\/[a-z]+\.md$/;
/** Written anew by a test, and long: its contents are at its own head. */
const GENERATED = 'docs/operations/reference.md';
const MAP = 'docs/map.md';
/** A map is read at once. */
const LONGEST_MAP = 150;
/** Pages whose code names places of this repository. */
const NAMING_PLACES = [MAP, 'CONTRIBUTING.md', 'README.md'];

const known = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
const files = known.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
const pages = files.filter((file) => file.endsWith('.md'));
const chapters = files.filter((file) => CHAPTER.test(file));
const decisions = files.filter((file) => DECISION.test(file));
const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const prose = (file) => read(file).replace(/^```[\s\S]*?^```/gm, '');

/** The word by which a heading is found, as GitHub makes it. */
const anchorOf = (heading) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');

/** The headings of a page with their levels; of the same words later ones get a number. */
function headings(file) {
  const counts = new Map();
  return [...prose(file).matchAll(/^(#{1,6}) (.+)$/gm)].map(([, { length: level }, words]) => {
    const anchor = anchorOf(words);
    const before = counts.get(anchor) ?? 0;
    counts.set(anchor, before + 1);
    return { level, words, anchor: before === 0 ? anchor : `${anchor}-${before}` };
  });
}

const anchors = new Map(pages.map((file) => [file, new Set(headings(file).map(({ anchor }) => anchor))]));

/** The links of a page to places of this repository: the file from the root, and the anchor. */
function links(file) {
  const targets = [...prose(file).replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target)).map((target) => {
    const [path, anchor] = target.split('#');
    return { target, path: path === '' ? file : normalize(join(dirname(file), path)), anchor };
  });
}

test('each link leads to a file, and to a heading in it', () => {
  const all = pages.flatMap((file) => links(file).map((link) => ({ ...link, file })));
  assert.ok(all.length > 200, `${all.length} links`);
  const leads = ({ path, anchor }) => existsSync(join(ROOT, path)) && (anchor === undefined || !path.endsWith('.md') || anchors.get(path).has(anchor));
  assert.deepEqual(all.filter((link) => !leads(link)).map(({ file, target }) => `${file}: ${target}`), []);
});

/** The parts of pages. */
const partsOf = (of) => of.flatMap((file) => headings(file).filter(({ level }) => level === 2).map(({ anchor }) => `${file}#${anchor}`));

/** The pages and parts that a page of contents leaves out. */
function leftOut(contents, places) {
  const named = new Set(links(contents).map(({ path, anchor }) => (anchor === undefined ? path : `${path}#${anchor}`)));
  return places.filter((place) => !named.has(place));
}

test('the contents of the chapters for operators name each chapter and each of its parts', () => {
  const parts = partsOf(chapters.filter((file) => file !== GENERATED));
  assert.ok(parts.length > 40, `${parts.length} parts`);
  assert.deepEqual(leftOut(CONTENTS, [...chapters, ...parts]), []);
});

test('the page on the architecture names each decision', () => {
  const parts = partsOf(decisions);
  assert.ok(parts.length > 100, `${parts.length} decisions`);
  assert.deepEqual(leftOut('docs/architecture.md', [...decisions, ...parts]), []);
  assert.deepEqual(leftOut('docs/architecture.md', ['docs/decisions/none.md']), ['docs/decisions/none.md']);
});

test('chapters that other files name are there, with the headings that they quote', () => {
  const own = 'tests/scripts/links.test.mjs';
  const texts = files.filter((file) => /\.(rs|mjs|js|yml|cfg|conf|service|md)$|^deploy\/|^scripts\//.test(file) && file !== own && !file.startsWith('docs/'));
  let [found, quoted] = [0, 0];
  for (const file of texts) {
    const text = read(file).replace(/\n(#|\/\/[/!]?) ?/g, ' ');
    for (const [, chapter] of text.matchAll(/(docs\/(?:operations|decisions)(?:\/[a-z-]+)?\.md)/g)) {
      found += 1;
      assert.ok(anchors.has(chapter), `${file}: ${chapter}`);
    }
    const quotes = [
      ...[...text.matchAll(/"([^"\n]+)" in (docs\/(?:operations|decisions)\/[a-z-]+\.md)/g)].map(([, words, chapter]) => [chapter, words]),
      ...[...text.matchAll(/(docs\/(?:operations|decisions)\/[a-z-]+\.md)`?, "([^"\n]+)"/g)].map(([, chapter, words]) => [chapter, words]),
    ];
    quoted += quotes.length;
    for (const [chapter, words] of quotes) assert.ok(anchors.get(chapter).has(anchorOf(words)), `${file}: "${words}" in ${chapter}`);
  }
  assert.ok(found > 15 && quoted > 10, `${found} names, ${quoted} quotes`);
});

/** The paths in the code of a text, but for patterns and examples (`static/NAME.html`). */
const pathsIn = (text) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code).filter((code) => /^\.?[a-z][\w-]*(\/[\w.-]+)+$/.test(code) && !/[A-Z]{4}/.test(code));

const MEDIA_TYPE = /^(?:application|image|text)\/[a-z+-]+$/;

/** Whether a path leads to a file or a folder: from the root on, or from `crates` on, with or without `src`. */
function isThere(path) {
  const [crate, ...rest] = path.split('/');
  return [path, join('crates', path), join('crates', crate, 'src', ...rest)].some((place) => existsSync(join(ROOT, place)));
}

test('the places that the map and the rules for contributors name are there', () => {
  const named = NAMING_PLACES.flatMap((file) => pathsIn(prose(file)).map((path) => ({ file, path })));
  assert.ok(named.length > 150, `${named.length} places`);
  assert.deepEqual(named.filter(({ path }) => !isThere(path)), []);
});

test('the paths in decisions are ends of paths', () => {
  const ends = new Set();
  for (const file of files) {
    for (const path of [file, file.replace('/src/', '/')]) {
      const parts = path.split('/');
      for (let last = 1; last <= parts.length; last += 1) for (let first = 0; first < last; first += 1) ends.add(parts.slice(first, last).join('/'));
    }
  }
  const lost = (text) => pathsIn(text).filter((path) => /^[a-z]/.test(path) && !MEDIA_TYPE.test(path) && !ends.has(path));
  assert.deepEqual(lost('`web/turns.rs`, `store/src/trees`, `static/text` and `text/html`, not `web/nobody.rs`'), ['web/nobody.rs']);
  assert.deepEqual(decisions.flatMap((file) => lost(prose(file)).map((path) => `${file}: ${path}`)), []);
});

test('a place that is not there is found', () => {
  const text = 'Not `a/*.js`, `x`, `static/NAME.html` or a `cargo test/x -p y`, but `server/web/body.rs`, `.cargo/config.toml`, `server/tests/api` and `server/web/nobody.rs`.';
  assert.deepEqual(pathsIn(text), ['server/web/body.rs', '.cargo/config.toml', 'server/tests/api', 'server/web/nobody.rs']);
  assert.deepEqual(pathsIn(text).filter((path) => !isThere(path)), ['server/web/nobody.rs']);
});

test('the map is short', () => {
  const lines = read(MAP).trimEnd().split('\n').length;
  assert.ok(lines <= LONGEST_MAP, `${lines} lines`);
});

test('the map of the README names each crate and each folder', () => {
  const folders = new Set(files.map((file) => /^(crates\/[^/]+|[a-z][^/]*)\//.exec(file)?.[1]).filter((folder) => folder !== undefined));
  assert.ok(folders.size > 40, `${folders.size} folders`);
  const named = new Set(links('README.md').map(({ path }) => path));
  assert.deepEqual([...folders].filter((folder) => !named.has(folder)), []);
});
