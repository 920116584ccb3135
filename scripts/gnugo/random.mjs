/** Numbers that look random: each call answers one from 0 to `end` - 1. A seed gives the same numbers every time. */
export function generator(seed) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}
