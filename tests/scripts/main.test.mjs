// How scripts/test ends, which is all that a machine reads of it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../scripts/testing/main.mjs', import.meta.url));
let folder;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'tengen-main-')); });
afterEach(() => rmSync(folder, { recursive: true }));

/** How a run ends where each of cargo's commands ends like this; it builds nothing, and the run leaves nothing in the real target. */
function ends(cargo, ...words) {
  const programs = join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  const metadata = JSON.stringify({ target_directory: join(folder, 'target') });
  writeFileSync(join(programs, 'cargo'), `#!/bin/sh\n[ "$1" = metadata ] && echo '${metadata}' && exit 0\nexit ${cargo}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) };
  const { status, stdout, stderr } = spawnSync('node', [main, ...words], { env, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('a run that passes ends with 0', () => {
  const { status, said } = ends(0, '--only', 'format');
  assert.equal(status, 0, said);
});

test('a run in which something failed ends with 1, and names it', () => {
  const { status, said } = ends(3, '--only', 'format');
  assert.equal(status, 1, said);
  assert.match(said, /^FAILED .*\(format\): it ended with 3/m);
});

test('a mistake in the options ends with 2', () => {
  const { status, said } = ends(0, '--only', 'nothing');
  assert.equal(status, 2, said);
});
