// Where tests roll dice: the same in every run by default, so that no test fails for a change that has nothing to do
// with it. With TENGEN_LONG=N each run has others and goes on N times as long; it prints the seed, and TENGEN_SEED
// repeats it.

import { randomInt } from 'node:crypto';

const END = 2 ** 31;
const { TENGEN_LONG: long = '', TENGEN_SEED: given = '' } = process.env;

/** Whether the tests go further than by default. */
export const isLong = long !== '';

/** How many times as long a test goes on as by default. */
export const times = whole('TENGEN_LONG', long || '1', END);

/** The seed of this run, 1 or more: `usual` by default. */
export function seedOfRun(usual) {
  if (given) return whole('TENGEN_SEED', given, END);
  if (!long) return usual;
  const random = randomInt(1, END);
  console.log(`TENGEN_SEED=${random} repeats this`);
  return random;
}

/** Numbers that look random: each call answers one from 0 to `end` - 1. A seed gives the same numbers every time. */
export function generator(seed) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

function whole(name, text, end) {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number >= end) throw new Error(`${name} is a whole number from 1 to ${end - 1}`);
  return number;
}
