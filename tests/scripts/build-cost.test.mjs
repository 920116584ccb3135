import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { compilations } from '../../scripts/building/compilations.mjs';
import { parts, workspace } from '../../scripts/building/parts.mjs';
import { tables } from '../../scripts/building/table.mjs';

const TIMED = fileURLToPath(new URL('../../scripts/building/timed', import.meta.url));

/** A workspace: `server` and `store`, with libraries that one of them names, or both, or that tests alone need. */
const METADATA = graph(['server', 'store'], {
  server: ['store', 'pictures', 'text', 'tests only:dev'],
  store: ['driver', 'pool', 'text'],
  pictures: ['png', 'shared'],
  driver: ['sql', 'shared'],
  pool: ['sql'],
  'tests only': ['shared'],
});

test('the lines of a package are added up, those of no package left out', () => {
  const log = '- - rust 0.020 0.010\nsql 1.0.0 c 9.000 1.000\nsql 1.0.0 rust 2.500 0.500\npng 0.1.0 rust 1.000 0.000\n';
  assert.deepEqual(compilations(log), [
    { name: 'sql', version: '1.0.0', rust: 3, c: 10, seconds: 13 },
    { name: 'png', version: '0.1.0', rust: 1, c: 0, seconds: 1 },
  ]);
  assert.throws(() => compilations('sql 1.0.0 rust x 0.5\n'), /not a line/);
});

test('a crate belongs to the one library, or the one part, that brings it in', () => {
  const { own, direct, brings } = workspace(METADATA, 'server');
  assert.deepEqual([...own].sort(), ['server 1.0.0', 'store 1.0.0']);
  assert.deepEqual(direct.get('text 1.0.0').sort(), ['server', 'store']);
  const compiled = [['server', 50], ['sql', 8], ['png', 4], ['pictures', 3], ['driver', 2], ['shared', 1.5], ['text', 1]].map(
    ([name, seconds]) => ({ name, version: '1.0.0', rust: seconds, c: 0, seconds }),
  );
  assert.deepEqual(parts(compiled, { own, direct, brings }), [
    { part: 'store', seconds: 8, packages: ['sql'] },
    { part: 'pictures', seconds: 7, packages: ['png', 'pictures'] },
    { part: 'driver', seconds: 2, packages: ['driver'] },
    { part: null, seconds: 1.5, packages: ['shared'] },
    { part: 'text', seconds: 1, packages: ['text'] },
  ]);
});

test('the tables have every second once', () => {
  const compiled = [['server', 50, 0], ['sql', 8, 20], ['png', 4, 0], ['text', 1, 0]].map(([name, rust, c]) =>
    ({ name, version: '1.0.0', rust, c, seconds: rust + c }));
  const build = { profile: 'release', elapsed: 60, seconds: 90, bytes: 40_500_000 };
  const text = tables(build, compiled, workspace(METADATA, 'server'), 2);
  assert.match(text, /^Profile `release`: 90 s of processor, 60 s by the clock; the program has 40\.5 MB\.$/m);
  for (const row of [
    'registry crates, Rust | 13', 'registry crates, C | 20', 'own crates, with linking | 50',
    'build scripts, the pages among them, and cargo | 7.0', 'store | 28 | 1 | sql', 'pictures | 4.0 | 1 | png', '1 others | 1.0 | 1 | ',
    'sql 1.0.0 | 28', '1 others | 1.0', 'server | 50',
  ]) assert.ok(text.includes(`| ${row} |`), `${row} is not in\n${text}`);
});

test('a compiler does its work, and is written down', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-timed-'));
  try {
    const env = { PATH: process.env.PATH, BUILD_COST_LOG: join(folder, 'log'), BUILD_COST_CC: 'echo' };
    const run = (args, more) => execFileSync(TIMED, args, { env: { ...env, ...more }, encoding: 'utf8' });
    const named = { CARGO_PKG_NAME: 'sql', CARGO_PKG_VERSION: '1.0.0' };
    assert.equal(run(['printf', 'hello'], named), 'hello');
    assert.equal(run(['-O1', 'a file.c'], named), '-O1 a file.c\n');
    assert.equal(run(['printf', ''], {}), '');
    assert.throws(() => run(['sh', '-c', 'exit 3'], named), ({ status }) => status === 3);
    const lines = readFileSync(env.BUILD_COST_LOG, 'utf8').trim().split('\n');
    const starts = lines.map((line) => line.split(' ').slice(0, 3).join(' '));
    assert.deepEqual(starts, ['sql 1.0.0 rust', 'sql 1.0.0 c', '- - rust', 'sql 1.0.0 rust']);
    assert.equal(compilations(lines.join('\n')).length, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** As `cargo metadata` prints it; a dependency of tests has `:dev` behind its name. */
function graph(members, needs) {
  const all = [...new Set(Object.entries(needs).flat(2))].map((name) => name.split(':')[0]);
  return {
    packages: [...new Set(all)].map((name) => ({ id: `id of ${name}`, name, version: '1.0.0' })),
    workspace_members: members.map((name) => `id of ${name}`),
    resolve: {
      nodes: [...new Set(all)].map((name) => ({
        id: `id of ${name}`,
        deps: (needs[name] ?? []).map((need) => {
          const [pkg, kind = null] = need.split(':');
          return { pkg: `id of ${pkg}`, dep_kinds: [{ kind }] };
        }),
      })),
    },
  };
}
