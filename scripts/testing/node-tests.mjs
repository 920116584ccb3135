// The command that runs test files of Node, and the one that runs those again that failed.

import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Files are named one by one because node's own search differs between its versions.
 *
 * @param {string} folder the tests in it, but not in folders in it
 */
export function testFiles(root, folder) {
  const files = readdirSync(join(root, folder)).filter((name) => /\.test\.m?js$/.test(name)).sort();
  if (files.length === 0) throw new Error(`no tests in ${folder}`);
  return files.map((name) => `${folder}/${name}`);
}

/**
 * The test files that run a test at this place. It may stand in a module that several of them import: run by itself that
 * registers nothing, which Node counts as a test that has passed. If no file imports it directly, they are all files.
 *
 * @param {string[]} files relative to the root
 * @param {string} place the file of a test, relative to the root
 */
export function filesOf(root, files, place) {
  if (files.includes(place)) return [place];
  const imports = files.filter((file) => readFileSync(join(root, file), 'utf8').includes(`/${basename(place)}'`));
  return imports.length > 0 ? imports : files;
}

/**
 * @param {string[]} files relative to the root
 * @param {{atOnce?: number, env?: Record<string, string>}} [options] `atOnce`: files at once
 */
export function nodeCommand(place, files, { atOnce = 2, env = {} } = {}) {
  return {
    name: 'node',
    words: ['node', '--test', '--test-reporter=spec', `--test-concurrency=${atOnce}`, ...files],
    cwd: place.root,
    env,
    reads: 'node',
    again: (file) => nodeCommand(place, filesOf(place.root, files, file), { atOnce: 1, env }),
  };
}

export function nodeTests(place, folder, options) {
  return nodeCommand(place, testFiles(place.root, folder), options);
}
