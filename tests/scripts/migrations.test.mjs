// The page for operators says what each migration does, so that nobody finds out by an upgrade.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
const DATABASES = { sqlite: 'SQLite', postgres: 'Postgres' };
/** The one that says of itself and of all later ones whether they only add. */
const TELLS = 17;

const page = readFileSync(new URL('docs/operations/upgrading.md', ROOT), 'utf8');
const files = Object.fromEntries(Object.keys(DATABASES).map((folder) => [folder, readdirSync(new URL(`migrations/${folder}/`, ROOT))]));
// Before the first one there is nothing that could be upgraded.
const migrations = [...new Set(Object.values(files).flat())].sort().slice(1).map((file) => {
  const [, number, name] = /^(\d{4})_(\w+)\.sql$/.exec(file);
  return { number, name, file, folders: Object.keys(DATABASES).filter((folder) => files[folder].includes(file)) };
});
const lines = [...page.matchAll(/^- Migration (\d{4}) \(`(\w+)`\)([^:]*):/gm)].map(([, number, name, kind]) => ({ number, name, kind }));

test('each migration is on the page, in order', () => {
  const named = ({ number, name }) => `${number} ${name}`;
  assert.deepEqual(lines.map(named), migrations.map(named));
});

test('the page says which database has a migration alone, and which migrations only add', () => {
  for (const { number, file, folders } of migrations) {
    const { kind } = lines.find((line) => line.number === number);
    const alone = folders.length === 1 ? `, on ${DATABASES[folders[0]]} alone` : '';
    const first = readFileSync(new URL(`migrations/${folders[0]}/${file}`, ROOT), 'utf8').split('\n')[0];
    const adds = Number(number) > TELLS && first.startsWith('-- Only adds') ? ' only adds' : '';
    assert.equal(kind, alone + adds, number);
  }
});
