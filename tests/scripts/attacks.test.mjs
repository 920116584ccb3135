// An attack that is written is staged: alone, by its name, and together with all others.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import * as all from '../../scripts/attacks/all.mjs';
import { faults } from '../../scripts/attacks/bounds.mjs';
import { SINGLE } from '../../scripts/attacks/single.mjs';

const FOLDER = new URL('../../scripts/attacks/', import.meta.url);
const SCRIPT = fileURLToPath(new URL('../../scripts/attack', import.meta.url));
const written = readdirSync(FOLDER)
  .filter((file) => file !== 'all.mjs' && /^export (async )?function attack\(/m.test(readFileSync(new URL(file, FOLDER), 'utf8')))
  .map((file) => file.replace('.mjs', ''));

test('every attack that is written is staged alone', () => {
  assert.deepEqual(Object.keys(SINGLE).sort(), written.sort());
});

test('the help names every attack', () => {
  const [, names] = /^# Names: ([^.]+)\./m.exec(readFileSync(SCRIPT, 'utf8'));
  assert.deepEqual(names.match(/[a-z0-9]+/g).sort(), [...written, 'all'].sort());
});

test('all at once begins every attack on a server that does not encrypt, and begins anew with one that was refused', async (context) => {
  const real = { ...SINGLE };
  context.after(() => Object.assign(SINGLE, real));
  const others = Object.keys(real).filter((name) => real[name].encrypted);
  assert.ok(others.length > 0);
  const strayed = [];
  for (const name of others) SINGLE[name] = { encrypted: true, attack: () => new Promise(() => { strayed.push(name); }) };
  const begun = new Map(Object.keys(real).filter((name) => !others.includes(name)).map((name) => [name, 0]));
  await new Promise((resolve) => {
    for (const name of begun.keys()) {
      const attack = async () => {
        begun.set(name, begun.get(name) + 1);
        if (Math.min(...begun.values()) === 2) resolve();
        if (begun.get(name) === 1) throw new Error('refused');
        await new Promise(() => {});
      };
      SINGLE[name] = { attack };
    }
    all.attack({}, () => Promise.resolve());
  });
  assert.deepEqual(new Set(begun.values()), new Set([2]));
  assert.deepEqual(strayed, []);
});

test('all at once asks everything of a newcomer that a single attack asks', async (context) => {
  const real = { ...SINGLE };
  context.after(() => Object.assign(SINGLE, real));
  assert.ok(Object.values(real).some((one) => one.getsIn));
  for (const [name, { getsIn }] of Object.entries(real)) SINGLE[name] = getsIn ? { getsIn: async () => true } : {};
  assert.equal(await all.getsIn({}), true);
  for (const [name, one] of Object.entries(SINGLE)) {
    if (!one.getsIn) continue;
    SINGLE[name] = { getsIn: async () => false };
    assert.equal(await all.getsIn({}), false, name);
    SINGLE[name] = one;
  }
});

test('each bound that an attack misses is told', () => {
  const bounds = { memory: 64 * 2 ** 20, core: 0.2, late: 20, seconds: 10 };
  const [MIB, before] = [2 ** 20, { p99: 15, memory: 30 * 2 ** 20, cores: 0.02 }];
  const attack = (during, more = {}, held = bounds) => faults(
    { name: 'searches', title: 'searches', before, during: { ...before, ...during }, most: 100 * MIB, newcomer: true, ...more }, held,
  );
  assert.deepEqual(attack({ p99: 30, memory: 94 * MIB, cores: 0.37 }), []);
  assert.deepEqual(attack({ p99: 31 }), ['searches: a p99 of 31.0 ms, after 15.0 before']);
  assert.deepEqual(attack({ p99: 60, memory: 158 * MIB }, { name: 'all' }), []);
  assert.equal(attack({ p99: 61, memory: 159 * MIB }, { name: 'all' }).length, 2);
  // Moves that come soon are late for nobody, however soon they came before.
  assert.deepEqual(attack({ p99: 20 }, { before: { ...before, p99: 1 } }), []);
  assert.deepEqual(attack({ cores: 0.38 }), ['searches: 36 % of a core for one stranger']);
  // Where no times are held, memory is.
  const untimed = { ...bounds, core: Infinity, late: Infinity };
  assert.deepEqual(attack({ p99: 900, cores: 2, memory: 95 * MIB }, {}, untimed), ['searches: 65 MiB of memory for one stranger']);
  assert.deepEqual(attack({}, { most: 513 * MIB, newcomer: false }), ['searches: 513 MiB of memory at most', 'searches: nobody else gets in']);
});
