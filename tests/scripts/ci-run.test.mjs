// The folder of compiled crates that .ci/run keeps: nothing of another commit's workspace is left in it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../.ci/run', import.meta.url));
const REGISTRY = '/target/debug/deps/x: /home/.cargo/registry/src/index/time-0.3.1/crates/lib.rs\n';
const WORKSPACE = '/target/debug/deps/x: crates/architecture/tests/time.rs Cargo.toml\n\ncrates/architecture/tests/time.rs:\n';

/** Files of the registry's crates, and how they are. */
const KEPT = {
  '.fingerprint/time-0a1b/lib-time': {},
  'build/ring-0a1b/output': {},
  'deps/libserde_derive-0a1b.so': { mode: 0o755 },
  'deps/libtime-0a1b.rlib': {},
  'deps/libtime-0a1b.rmeta': {},
  'deps/time-0a1b.d': { text: REGISTRY },
};
/** Files of the workspace, some of them with the name of a registry's crate. */
const REMOVED = {
  '.fingerprint/tengen-rules-0a1b/lib-tengen_rules': {},
  'build/tengen-store-0a1b/output': {},
  'deps/libtengen_rules-0a1b.rlib': {},
  'deps/libtengen_rules-0a1b.rmeta': {},
  'deps/tengen-0a1b': { mode: 0o755 },
  'deps/tengen-0a1b.d': { text: WORKSPACE },
  'deps/tengen_rules-0a1b.d': { text: WORKSPACE },
  'deps/time-2c3d': { mode: 0o755 },
  'deps/time-2c3d.d': { text: WORKSPACE },
  'examples/contest': { mode: 0o755 },
  'incremental/tengen_rules-0a1b/state': {},
  'libtengen_rules.rlib': {},
  tengen: { mode: 0o755 },
  'tengen-bot': { mode: 0o755 },
  'tengen.d': { text: WORKSPACE },
};

/** The folders in which cargo compiles. */
const PROFILES = ['debug', 'dist', 'release'];
/** A program that can not do its work. */
const FAILS = '#!/bin/sh\nexit 1\n';

let folder;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'tengen-ci-')); });
afterEach(() => rmSync(folder, { recursive: true }));

function write(path, text = '', mode = 0o644) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode });
}

/** What a run says in a clone whose tests do nothing. It finds these programs first. */
function run(programs = {}) {
  mkdirSync(join(folder, 'clone/.ci'), { recursive: true });
  copyFileSync(script, join(folder, 'clone/.ci/run'));
  write('clone/scripts/testing/programs.sh', 'provide() { :; }\n');
  write('clone/scripts/test', '#!/bin/sh\necho "the run has ${CARGO_TARGET_DIR:-nothing}"\n', 0o755);
  mkdirSync(join(folder, 'bin'));
  for (const [name, text] of Object.entries(programs)) write(`bin/${name}`, text, 0o755);
  for (const profile of PROFILES) {
    for (const [path, { text, mode }] of Object.entries({ ...KEPT, ...REMOVED })) write(`target/${profile}/${path}`, text, mode);
  }
  const env = { ...process.env, CARGO_TARGET_DIR: join(folder, 'target'), PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter) };
  const { status, stdout, stderr } = spawnSync(join(folder, 'clone/.ci/run'), { env, encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  return stdout;
}

/** The files that are left for such a run. */
function left(programs) {
  const target = join(folder, 'target');
  const said = run(programs);
  assert.ok(said.includes(`the run has ${target}\n`), said);
  const entries = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => relative(target, join(entry.parentPath ?? entry.path, entry.name)));
  return files.filter((file) => file !== '.ci-lock').sort();
}

test('a run finds the crates of the registry compiled for each profile, and nothing of the workspace', () => {
  assert.deepEqual(left(), PROFILES.flatMap((profile) => Object.keys(KEPT).map((file) => join(profile, file))).sort());
});

test('where something of the workspace can not be removed by itself, the run finds nothing compiled', () => {
  assert.deepEqual(left({ find: FAILS }), []);
});

test('where all of it has become too large, the run finds nothing compiled', () => {
  // In KiB, as `du -sk` counts.
  assert.deepEqual(left({ du: '#!/bin/sh\nprintf "99999999\\t%s\\n" "$2"\n' }), []);
});

test('where nothing can be removed, the folder is not used', () => {
  const said = run({ rm: FAILS });
  assert.match(said, /^nothing is kept: .*\/target cannot be used/m);
  assert.ok(said.includes('the run has nothing\n'), said);
});
