import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { filesOf, nodeCommand, testFiles } from '../../scripts/testing/node-tests.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = testFiles(root, 'tests/browser');

test('a test file runs again by itself', () => {
  assert.deepEqual(filesOf(root, files, 'tests/browser/watch.test.js'), ['tests/browser/watch.test.js']);
});

test('tests that stand in a module run again by the files that import it', () => {
  const languages = ['en', 'ja', 'ko', 'zh-Hans', 'zh-Hant'].map((language) => `tests/browser/every-page-${language}.test.js`);
  assert.deepEqual(filesOf(root, files, 'tests/browser/every-page.js'), languages);
  const again = nodeCommand({ root }, files).again('tests/browser/every-page.js');
  assert.deepEqual(again.words.slice(-languages.length), languages);
});

test('tests of which nobody knows the file run again with all others', () => {
  assert.deepEqual(filesOf(root, files, 'tests/browser/nowhere.js'), files);
});
