// What the files of the browser tests must be: none sleeps.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const FOLDER = new URL('../browser/', import.meta.url);
const read = (name) => readFileSync(new URL(name, FOLDER), 'utf8');

/** Time passes through `pause` alone, which wants a reason. */
const SLEEPS = /\b(setTimeout|setInterval|waitForTimeout|sleep)\s*\(|\btimers\/promises\b|\bAtomics\.wait\b/;

test('no file of the browser tests lets time pass, but that with the one way to do it', () => {
  const files = readdirSync(FOLDER).filter((name) => /\.m?js$/.test(name));
  assert.deepEqual(files.filter((name) => SLEEPS.test(read(name))), ['pause.js']);
});

test('a sleep would be found', () => {
  for (const line of ['await page.waitForTimeout(1_000);', 'new Promise((done) => setTimeout(done, 50))', "import { setTimeout } from 'node:timers/promises';"]) {
    assert.match(line, SLEEPS);
  }
});
