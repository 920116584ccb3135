// Links between the documents lead somewhere, the contents of the chapters for operators are whole, and what files elsewhere
// quote of them is there.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CONTENTS = 'docs/operations.md';
const CHAPTER = /^docs\/operations\/[a-z-]+\.md$/;
/** Written anew by a test, and long: its contents are at its own head. */
const GENERATED = 'docs/operations/reference.md';

const known = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
const files = known.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)));
const pages = files.filter((file) => file.endsWith('.md'));
const chapters = files.filter((file) => CHAPTER.test(file));
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

test('the contents of the chapters for operators name each chapter and each of its parts', () => {
  const named = new Set(links(CONTENTS).map(({ path, anchor }) => (anchor === undefined ? path : `${path}#${anchor}`)));
  const parts = chapters.filter((file) => file !== GENERATED).flatMap((file) => headings(file).filter(({ level }) => level === 2).map(({ anchor }) => `${file}#${anchor}`));
  assert.ok(parts.length > 40, `${parts.length} parts`);
  assert.deepEqual([...chapters, ...parts].filter((place) => !named.has(place)), []);
});

test('chapters that other files name are there, with the headings that they quote', () => {
  const own = 'tests/scripts/links.test.mjs';
  const texts = files.filter((file) => /\.(rs|mjs|js|yml|cfg|conf|service|md)$|^deploy\/|^scripts\//.test(file) && file !== own && !file.startsWith('docs/'));
  let found = 0;
  for (const file of texts) {
    const text = read(file).replace(/\n(#|\/\/[/!]?) ?/g, ' ');
    for (const [, chapter] of text.matchAll(/(docs\/operations(?:\/[a-z-]+)?\.md)/g)) {
      found += 1;
      assert.ok(anchors.has(chapter), `${file}: ${chapter}`);
    }
    const quotes = [
      ...[...text.matchAll(/"([^"\n]+)" in (docs\/operations\/[a-z-]+\.md)/g)].map(([, words, chapter]) => [chapter, words]),
      ...[...text.matchAll(/(docs\/operations\/[a-z-]+\.md)`?, "([^"\n]+)"/g)].map(([, chapter, words]) => [chapter, words]),
    ];
    for (const [chapter, words] of quotes) assert.ok(anchors.get(chapter).has(anchorOf(words)), `${file}: "${words}" in ${chapter}`);
  }
  assert.ok(found > 15, `${found} names`);
});
