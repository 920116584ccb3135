// `lints.mjs LOG` shows the warnings of the build, which clippy compiled, and fails if there is one.

import { readFileSync } from 'node:fs';

import { warnings } from './cargo-tests.mjs';

const found = warnings(readFileSync(process.argv[2], 'utf8'));
for (const each of found) console.error(each);
console.log(`${found.length} warnings`);
if (found.length > 0) process.exitCode = 1;
