// The programs of docs/examples.md work as the page says: each is run unchanged, one after the other on the same
// server, and prints the text below it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { RunningServer } from '../browser/running-server.js';

const PAGE = fileURLToPath(new URL('../../docs/examples.md', import.meta.url));
const PROGRAMS = { js: ['node', 'mjs'], python: ['python3', 'py'] };
const PATIENCE_MS = 5 * 60_000;

/** The programs of the page, each with its heading and its output. */
function examples() {
  const found = [];
  let heading = null;
  for (const [, title, language, content] of readFileSync(PAGE, 'utf8').matchAll(/^## (.*)$|^```(\w+)\n([^]*?)^```$/gm)) {
    if (title) heading = title;
    else if (language === 'text') found.at(-1).prints = content;
    else found.push({ heading, language, code: content, prints: null });
  }
  return found;
}

let server;
const directory = mkdtempSync(join(tmpdir(), 'tengen-examples-'));
before(async () => (server = await RunningServer.start()));
after(async () => {
  await server.remove();
  rmSync(directory, { recursive: true });
});

test('there are examples in both languages, and all of them print something', () => {
  const languages = examples().map(({ language }) => language);
  assert.deepEqual([...new Set(languages)].sort(), ['js', 'python']);
  for (const { heading, prints } of examples()) assert.ok(prints, `${heading}: nothing is said of what it prints`);
});

for (const [n, { heading, language, code, prints }] of examples().entries()) {
  test(heading, { timeout: PATIENCE_MS }, async () => {
    const [program, ending] = PROGRAMS[language];
    const file = join(directory, `example-${n}.${ending}`);
    writeFileSync(file, code);
    const options = { env: { ...process.env, TENGEN: server.url }, timeout: PATIENCE_MS };
    const { stdout } = await promisify(execFile)(program, [file], options);
    assert.equal(stdout, prints);
  });
}
