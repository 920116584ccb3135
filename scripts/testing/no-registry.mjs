// `no-registry.mjs FILE` fails if a lock file of npm names the host of a registry.

import { readFileSync } from 'node:fs';

const [, , file] = process.argv;
const named = readFileSync(file, 'utf8').split('\n').filter((line) => /"resolved"|registry\./.test(line));
if (named.length > 0) {
  console.error(`${file} names a registry; install with its .npmrc in force:\n${named.join('\n')}`);
  process.exitCode = 1;
}
