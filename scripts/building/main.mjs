// Prints the tables of one build: see scripts/build-cost.

import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { compilations } from './compilations.mjs';
import { workspace } from './parts.mjs';
import { tables } from './table.mjs';

const text = { type: 'string' };
const { values } = parseArgs({ options: { log: text, times: text, program: text, profile: text, top: text } });

const host = /^host: (.*)$/m.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))[1];
const metadata = JSON.parse(execFileSync('cargo', ['metadata', '--format-version', '1', '--locked', '--filter-platform', host], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
}));
const [elapsed, user, system] = readFileSync(values.times, 'utf8').trim().split(' ').map(Number);
const build = { profile: values.profile, elapsed, seconds: user + system, bytes: statSync(values.program).size };
console.log(tables(build, compilations(readFileSync(values.log, 'utf8')), workspace(metadata, 'tengen-server'), Number(values.top)));
