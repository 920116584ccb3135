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
  // A subject is a pair: its kind and its id.
  const pairs = [...['groups', 'people', 'staff'].map((room) => codeOf(`actions/src/${room}/`)).join('\n').matchAll(/subject_kind: "(\w+)"|\("(\w+)", &?[\w.]+(?:\.as_str\(\))?\)/g)];
  const subjects = new Set(pairs.map(([, kind, other]) => kind ?? other));
  assert.ok(['announcement', 'case', 'entry', 'game', 'group', 'invitation', 'player', 'record'].every((kind) => subjects.has(kind)), [...subjects].join());
  for (const kind of subjects) assert.ok(texts[`audit.subject.${kind}`], kind);
});
