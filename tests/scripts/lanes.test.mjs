import assert from 'node:assert/strict';
import { test } from 'node:test';

import { schedule, secondsLeft } from '../../scripts/testing/schedule.mjs';

const front = (name, more = {}) => ({ name, lane: 'front', ...more });
const beside = (name, more = {}) => ({ name, lane: 'beside', ...more });

/** Runs steps that take no time, and tells what happened in which order. */
async function story(steps, failing = []) {
  const told = [];
  const running = new Set();
  await schedule(steps, async ({ name, alone }) => {
    told.push(`begin ${name}`);
    if (alone) assert.equal(running.size, 0, `${name} is not alone`);
    running.add(name);
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    running.delete(name);
    told.push(`end ${name}`);
    return !failing.includes(name);
  }, ({ name }, missed) => told.push(`skip ${name} for ${missed}`));
  return told;
}

test('a lane beside runs at the same time', async () => {
  const told = await story([front('tests'), beside('docs')]);
  assert.deepEqual(told.slice(0, 2), ['begin tests', 'begin docs']);
});

test('a step begins when what it needs has ended', async () => {
  const told = await story([front('build'), front('tests', { needs: ['build'] }), beside('docs', { needs: ['build'] })]);
  assert.deepEqual(told.slice(0, 2), ['begin build', 'end build']);
  assert.equal(told.length, 6);
});

test('what needs a failed step is not run, and the others are', async () => {
  const steps = [front('build'), front('tests', { needs: ['build'] }), front('browser', { needs: ['tests'] }), beside('format')];
  const told = await story(steps, ['build']);
  assert.ok(told.includes('skip tests for build'));
  assert.ok(told.includes('skip browser for tests'));
  assert.ok(told.includes('end format'));
});

test('a need that is not among the steps is taken as met', async () => {
  assert.deepEqual(await story([front('browser', { needs: ['packages'] })]), ['begin browser', 'end browser']);
});

test('a step that is alone comes last, with nothing beside it', async () => {
  const told = await story([front('attack', { alone: true }), front('tests'), beside('docs'), beside('gnugo', { needs: ['docs'] })]);
  assert.deepEqual(told.slice(-2), ['begin attack', 'end attack']);
});

test('two steps in front never run at once', async () => {
  const told = await story([front('tests'), front('browser'), beside('docs')]);
  assert.ok(told.indexOf('end tests') < told.indexOf('begin browser'));
});

test('a lane that is done helps the one beside', async () => {
  const told = await story([front('tests'), beside('a'), beside('b'), beside('c'), beside('d')]);
  assert.deepEqual(told.filter((line) => line.startsWith('end')).length, 5);
  const order = told.indexOf('begin c') < told.indexOf('end b') || told.indexOf('begin d') < told.indexOf('end c');
  assert.ok(order, told.join(', '));
});

test('an error of the runner ends the run', async () => {
  await assert.rejects(schedule([front('tests')], () => Promise.reject(new Error('no disk')), () => {}), /no disk/);
});

test('the time left is that of the longer lane, and of what runs alone', () => {
  const known = (step, last, ran = 0) => ({ ...step, last, ran });
  const steps = [known(front('tests'), 100, 40), known(beside('docs'), 20), known(front('attack', { alone: true }), 30)];
  assert.equal(secondsLeft(steps), 90);
  assert.equal(secondsLeft([known(front('tests'), 100, 400)]), 0);
  assert.equal(secondsLeft([known(front('tests'), null)]), null);
});
