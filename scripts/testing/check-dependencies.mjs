// Holds every package that cargo would build against deny.toml: its licence, its source, the bans. A part of what
// cargo-deny does, without having to compile cargo-deny first.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parseToml } from '../../tests/browser/npm-packages.js';
import { isAllowed } from './licence-expression.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

function packages() {
  const args = ['metadata', '--format-version', '1', '--locked', '--all-features'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'inherit'] };
  return JSON.parse(execFileSync('cargo', args, options)).packages;
}

function problems({ name, version, license, source }, deny) {
  const found = [];
  if (!license) found.push('names no licence');
  else if (!isAllowed(license, allowedFor(name, deny))) found.push(`has the licence ${license}`);
  const registries = deny.sources['allow-registry'].map((url) => `registry+${url}`);
  if (source !== null && !registries.includes(source)) found.push(`comes from ${source}`);
  if (deny.bans.deny.some((ban) => ban.crate === name)) found.push('is banned');
  return found.map((problem) => `${name} ${version} ${problem}`);
}

/** The licences that a package may have: those of all, and those of its exception. */
function allowedFor(name, { licenses }) {
  const ofPackage = licenses.exceptions.filter((each) => each.crate === name);
  return [...licenses.allow, ...ofPackage.flatMap(({ allow }) => allow)];
}

const deny = parseToml(readFileSync(`${root}/deny.toml`, 'utf8'));
const built = packages();
const failures = built.flatMap((each) => problems(each, deny));
for (const licence of deny.licenses.allow) {
  const needed = built.some(({ license }) => license && !isAllowed(license, without(deny.licenses.allow, licence)));
  if (!needed) failures.push(`deny.toml allows ${licence}, which no package needs`);
}
for (const { crate, allow } of deny.licenses.exceptions) {
  const needed = built.some(({ name, license }) => name === crate && license && !isAllowed(license, deny.licenses.allow));
  if (!needed) failures.push(`deny.toml has an exception of ${crate} for ${allow}, which it does not need`);
}
for (const failure of failures) console.error(failure);
console.log(`${built.length} packages checked against deny.toml, ${failures.length} problems`);
if (failures.length > 0 || built.length === 0) process.exitCode = 1;

function without(list, item) {
  return list.filter((each) => each !== item);
}
