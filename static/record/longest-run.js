// The most things of a list that need not move to come into another order.

/** Of the things in `list`, as many as possible that are in the same order in `wanted`, which has the same things. */
export function longestRun(list, wanted) {
  if (list.every((thing, i) => thing === wanted[i])) return wanted;
  const rank = new Map(wanted.map((thing, i) => [thing, i]));
  /** The last things of the best runs, the shortest run first, and the thing before each. */
  const ends = [];
  const before = new Map();
  for (const thing of list) {
    let [first, end] = [0, ends.length];
    while (first < end) {
      const middle = (first + end) >> 1;
      if (rank.get(ends[middle]) < rank.get(thing)) first = middle + 1;
      else end = middle;
    }
    before.set(thing, ends[first - 1]);
    ends[first] = thing;
  }
  const run = [];
  for (let thing = ends.at(-1); thing !== undefined; thing = before.get(thing)) run.push(thing);
  return run.reverse();
}
