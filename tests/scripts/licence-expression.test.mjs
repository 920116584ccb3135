import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isAllowed } from '../../scripts/testing/licence-expression.mjs';

const allowed = ['MIT', 'Apache-2.0', 'Unicode-3.0'];

const CASES = [
  ['MIT', true],
  ['GPL-3.0', false],
  ['MIT OR GPL-3.0', true],
  ['GPL-3.0 OR MIT', true],
  ['MIT/GPL-3.0', true],
  ['MIT AND GPL-3.0', false],
  ['GPL-3.0 AND MIT', false],
  ['(MIT OR GPL-3.0) AND Unicode-3.0', true],
  ['(MIT OR GPL-3.0) AND BSD-3-Clause', false],
  ['MIT OR GPL-3.0 AND BSD-3-Clause', true],
  ['Apache-2.0 WITH LLVM-exception', false],
  ['Apache-2.0 WITH LLVM-exception OR MIT', true],
];

for (const [expression, expected] of CASES) {
  test(expression, () => assert.equal(isAllowed(expression, allowed), expected));
}

for (const broken of ['', 'MIT OR', 'MIT Apache-2.0', '(MIT', 'OR MIT']) {
  test(`"${broken}" is refused`, () => assert.throws(() => isAllowed(broken, allowed)));
}
