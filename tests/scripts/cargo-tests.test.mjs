import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testPrograms, warnings } from '../../scripts/testing/cargo-tests.mjs';

const artifact = (crate, kind, name, more = {}) => JSON.stringify({
  reason: 'compiler-artifact',
  package_id: `path+file:///house/crates/${crate}#0.1.0`,
  manifest_path: `/house/crates/${crate}/Cargo.toml`,
  target: { kind: [kind], crate_types: ['bin'], name, src_path: `/house/crates/${crate}/src/lib.rs`, edition: '2024', test: true },
  profile: { opt_level: '0', debuginfo: 0, debug_assertions: true, overflow_checks: true, test: true },
  features: [],
  filenames: [`/target/debug/deps/${name}-0a1b`],
  executable: `/target/debug/deps/${name}-0a1b`,
  fresh: true,
  ...more,
});
const plain = { profile: { test: false } };

test('the tests of a library, of a program and of a folder of tests are each a program', () => {
  const messages = [
    artifact('rules', 'lib', 'tengen_rules'), artifact('server', 'bin', 'tengen'), artifact('server', 'test', 'api'),
    JSON.stringify({ reason: 'build-finished', success: true }), '',
  ].join('\n');
  assert.deepEqual(testPrograms(messages), [
    { name: 'rules lib', executable: '/target/debug/deps/tengen_rules-0a1b', crate: '/house/crates/rules' },
    { name: 'server tengen', executable: '/target/debug/deps/tengen-0a1b', crate: '/house/crates/server' },
    { name: 'server api', executable: '/target/debug/deps/api-0a1b', crate: '/house/crates/server' },
  ]);
});

test('what has no tests, is no program or is a bench is left out', () => {
  const messages = [
    artifact('rules', 'lib', 'tengen_rules', { ...plain, executable: null }),
    artifact('server', 'bin', 'tengen', plain),
    artifact('server', 'custom-build', 'build-script-build', { ...plain, executable: null }),
    artifact('rules', 'lib', 'tengen_rules', { executable: null }),
    artifact('rules', 'bench', 'ladders'),
    JSON.stringify({ reason: 'build-script-executed', linked_libs: [] }),
    'something that a script of a build has printed',
  ].join('\n');
  assert.deepEqual(testPrograms(messages), []);
});

const UNUSED = [
  'warning: unused variable: `stone`',
  '  --> crates/rules/src/ladder.rs:12:9',
  '   |',
  '12 |     let stone = 1;',
  '   |         ^^^^^ help: if this is intentional, prefix it with an underscore: `_stone`',
  '   |',
  '   = note: `#[warn(unused_variables)]` on by default',
  '',
].join('\n');
// The shorter the number of the line, the nearer the arrow is to the edge.
const RETURN = [
  'warning: unneeded `return` statement',
  ' --> crates/game/src/lib.rs:7:5',
  '  |',
  '7 |     return 1;',
  '  |     ^^^^^^^^',
  '  |',
  '  = help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#needless_return',
  '',
].join('\n');
const TYPES = [
  'error[E0308]: mismatched types',
  '   --> crates/store/src/lib.rs:107:5',
  '    |',
  '107 |     "a"',
  '    |     ^^^ expected `u8`, found `&str`',
  '',
].join('\n');

test('each warning of the compiler is found with its place, and so is an error', () => {
  const log = [
    '$ cargo build --tests', '   Compiling tengen-rules v0.1.0 (/house/crates/rules)', UNUSED,
    'warning: `tengen-rules` (lib) generated 1 warning', '   Compiling tengen-game v0.1.0 (/house/crates/game)', RETURN, TYPES,
  ].join('\n');
  const found = warnings(log);
  assert.deepEqual(found.map((text) => /--> (.*)/.exec(text)[1]), [
    'crates/rules/src/ladder.rs:12:9', 'crates/game/src/lib.rs:7:5', 'crates/store/src/lib.rs:107:5',
  ]);
  assert.deepEqual(found.map((text) => text.split('\n')[0]), [
    'warning: unused variable: `stone`', 'warning: unneeded `return` statement', 'error[E0308]: mismatched types',
  ]);
});

test('a build without warnings has none, and neither has what cargo says without a place', () => {
  const log = [
    '   Compiling tengen-rules v0.1.0 (/house/crates/rules)', 'warning: `tengen-rules` (lib) generated 1 warning',
    'warning: unused manifest key: package.colour', '    Finished `test` profile [unoptimized] target(s) in 0.31s', '',
  ].join('\n');
  assert.deepEqual(warnings(log), []);
  assert.deepEqual(warnings(''), []);
});
