// Everything that stands in the log of the staff has words for people.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const crates = new URL('../../crates/', import.meta.url);
const texts = JSON.parse(readFileSync(new URL('../../static/text/en/staff.json', import.meta.url), 'utf8'));
const read = (path) => readFileSync(new URL(path, crates), 'utf8');
/** The code of a folder of Rust, all files after each other. */
const codeOf = (folder) => readdirSync(new URL(folder, crates), { recursive: true }).filter((name) => name.endsWith('.rs')).map((name) => read(`${folder}${name}`)).join('\n');

test('each kind of act has words', () => {
  const kinds = [...read('audit/src/kind.rs').matchAll(/Self::\w+ => "(\w+)"/g)].map(([, kind]) => kind);
  assert.ok(kinds.includes('grant') && kinds.length > 20, kinds.join());
  for (const kind of kinds) assert.ok(texts[`audit.kind.${kind}`], kind);
});

test('each kind of subject has words', () => {
  const subjects = new Set([...codeOf('server/src/').matchAll(/subject_kind(?:: |\) = \([^"]*)"(\w+)"/g)].map(([, kind]) => kind));
  assert.ok(['announcement', 'group', 'player'].every((kind) => subjects.has(kind)), [...subjects].join());
  for (const kind of subjects) assert.ok(texts[`audit.subject.${kind}`], kind);
});
