import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PARTS } from '../../scripts/testing/long.mjs';
import { UsageError, parse, withNeeds } from '../../scripts/testing/options.mjs';
import { STEPS } from '../../scripts/testing/steps.mjs';

const of = (...words) => parse(words, ['build', 'tests'], ['bots', 'stress']);

test('nothing means everything', () => {
  assert.deepEqual(of(), { kind: 'run', only: null });
});

test('steps by name', () => {
  assert.deepEqual(of('--only', 'tests,build'), { kind: 'run', only: ['tests', 'build'] });
});

test('one long part, or all', () => {
  assert.deepEqual(of('--long', 'stress'), { kind: 'long', parts: ['stress'] });
  assert.deepEqual(of('--long'), { kind: 'long', parts: ['bots', 'stress'] });
});

test('a mistake is told', () => {
  for (const words of [['--only', 'test'], ['--only'], ['--long', 'bot'], ['--fast'], ['tests'], ['--changed', '--long']]) {
    assert.throws(() => of(...words), UsageError, words.join(' '));
  }
});

test('a step brings what it needs, in the order of the whole', () => {
  const steps = { build: {}, packages: {}, browser: { needs: ['packages', 'build'] }, tests: { needs: ['build'] } };
  assert.deepEqual(Object.keys(withNeeds(steps, ['browser'])), ['build', 'packages', 'browser']);
});

test('every need is a step, and stands before whoever needs it in some order', () => {
  const all = [STEPS, ...Object.values(PARTS).map(({ steps }) => steps)];
  for (const steps of all) {
    const left = new Map(Object.entries(steps).map(([name, { needs = [] }]) => [name, needs]));
    for (const [name, needs] of left) for (const need of needs) assert.ok(steps[need], `${name} needs ${need}`);
    const next = () => [...left].find(([, needs]) => !needs.some((need) => left.has(need)))?.[0];
    for (let name = next(); name !== undefined; name = next()) left.delete(name);
    assert.deepEqual([...left.keys()], [], 'these need each other');
  }
});
