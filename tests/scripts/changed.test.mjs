import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dependents, nearest, planOf, wordsOf } from '../../scripts/testing/changed.mjs';

const house = {
  crates: new Map([['rules', []], ['game', ['rules']], ['store', ['game']], ['server', ['store', 'game']], ['names', []]]),
  modules: ['groups/rounds', 'groups', 'clocks', 'staff/sanctions'],
  pages: ['tests/browser/watch.test.js', 'tests/browser/offers.test.js', 'tests/browser/study.test.js'],
};

test('a path is about its words, in the singular', () => {
  assert.deepEqual([...wordsOf('crates/server/src/web/groups/rounds.rs')], ['group', 'round']);
});

test('the nearest share the most words', () => {
  const paths = ['crates/server/src/web/groups/rounds.rs'];
  assert.deepEqual(nearest(paths, house.modules), ['groups/rounds', 'groups']);
  assert.deepEqual(nearest(paths, house.modules, 1), ['groups/rounds']);
  assert.deepEqual(nearest(['crates/rules/src/ladder.rs'], house.modules), []);
});

test('what depends on a crate changes with it', () => {
  assert.deepEqual([...dependents(house.crates, ['game'])].sort(), ['game', 'server', 'store']);
});

test('a handler: its crate, and the API tests beside it', () => {
  const plan = planOf(['crates/server/src/web/groups/rounds.rs'], house);
  assert.deepEqual([...plan.crates], ['server']);
  assert.deepEqual(plan.modules, ['groups/rounds', 'groups']);
  assert.deepEqual([plan.format, plan.javascript, plan.browser, plan.unknown], [true, false, [], []]);
});

test("a page's module: the modules' tests and the nearest pages, and nothing is compiled", () => {
  const plan = planOf(['static/watch/list.js'], house);
  assert.equal(plan.crates.size, 0);
  assert.equal(plan.javascript, true);
  assert.deepEqual(plan.browser, ['tests/browser/watch.test.js']);
});

test('scripts and documents: the steps that look at them', () => {
  assert.deepEqual(planOf(['scripts/attacks/frames.mjs', 'docs/examples.md', 'Cargo.lock'], house).steps, ['attack', 'examples', 'dependencies']);
  for (const file of ['.ci/run', 'scripts/test', 'scripts/testing/steps.mjs', 'tests/scripts/changed.test.mjs']) {
    const plan = planOf([file], house);
    assert.deepEqual([plan.steps, plan.unknown], [['scripts'], []], file);
  }
  assert.deepEqual(planOf(['migrations/sqlite/0040_x.sql'], house).crates, dependents(house.crates, ['store']));
});

test('JavaScript is linted wherever it is, which alone says nothing of what it breaks', () => {
  for (const file of ['static/watch/list.js', 'scripts/testing/steps.mjs', 'tests/browser/watch.test.js']) assert.equal(planOf([file], house).lint, true, file);
  assert.equal(planOf(['static/style/base.css', 'crates/rules/src/ko.rs'], house).lint, false);
  assert.deepEqual(planOf(['.oxlintrc.json', 'tsconfig.json'], house).steps, ['lint', 'types']);
  assert.deepEqual(planOf(['tests/browser/owner.js'], house).unknown, ['tests/browser/owner.js']);
});

test('a file that no step is known for is named', () => {
  assert.deepEqual(planOf(['fuzz/fuzz_targets/sgf.rs', 'README.md'], house).unknown, ['fuzz/fuzz_targets/sgf.rs']);
});
