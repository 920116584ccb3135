// The changes of a record as the protocol has them: the least that makes a draft of what is saved.

/**
 * Of the things in `list`, as many as possible that are in the same order in `wanted`, which has the same things.
 * @param {any} list
 * @param {any} wanted
 */
export function longestRun(list, wanted) {
  if (list.every((/** @type {any} */ thing, /** @type {number} */ i) => thing === wanted[i])) return wanted;
  const rank = new Map(wanted.map((/** @type {any} */ thing, /** @type {number} */ i) => [thing, i]));
  /**
   * The last things of the best runs, the shortest run first, and the thing before each.
   * @type {any[]}
   */
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

/** The fields of a node that an owner writes. */
const FIELDS = ['comment', 'name', 'marks'];
/** A saved node with no other fields loses nothing that an owner cannot write again. */
const WRITABLE = [...FIELDS, 'parent', 'node', 'move'];
/** @param {Record<string, any>} node */
const isWritable = (node) => Object.keys(node).every((field) => WRITABLE.includes(field));

/**
 * @param {any} one
 * @param {any} other
 */
const isSame = (one, other) => one?.color === other?.color && one?.at === other?.at;

/**
 * Marks in one form, whatever the order in which they were put.
 * @param {Record<string, any[]>} marks
 */
const written = (marks = {}) => JSON.stringify(Object.keys(marks).sort().map((kind) => [kind, marks[kind].map(String).sort()]));
/** @type {Record<string, (value: any) => string>} */
const isWritten = { comment: (text = '') => text, name: (text = '') => text, marks: written };
/**
 * @param {string} field
 * @param {any} one
 * @param {any} [other]
 */
const differs = (field, one, other) => one !== other && isWritten[field](one) !== isWritten[field](other);
/**
 * @param {string} field
 * @param {Record<string, any>} node
 */
const valueOf = (field, node) => node[field] ?? (field === 'marks' ? {} : '');

/**
 * The places of the nodes behind each saved one.
 * @param {any} saved
 */
function childrenOf(saved) {
  const children = saved.map(() => []);
  saved.forEach((/** @type {any} */ { parent }, /** @type {any} */ place) => {
    if (parent !== null) children[parent].push(place);
  });
  return children;
}

/**
 * The saved node of each node of a draft that has one, by its place. A move that was removed and then made once more is the same
 * again, if it has nothing that only a file can say.
 * @param {any} tree
 * @param {any} saved
 * @param {any} behind
 */
function originalsOf(tree, saved, behind) {
  const originals = new Map();
  const taken = new Set();
  for (const node of tree.inOrder()) {
    if (node < saved.length) {
      originals.set(node, node);
      continue;
    }
    const parent = originals.get(tree.parentOf(node));
    const again = (behind[parent] ?? []).find((/** @type {any} */ place) =>
      !tree.has(place) && !taken.has(place) && isWritable(saved[place]) && isSame(saved[place].move, tree.nodes[node].move));
    if (again === undefined) continue;
    taken.add(again);
    originals.set(node, again);
  }
  return originals;
}

/**
 * The changes that lead from the `saved` nodes to a draft: removals first, then new nodes, and then words, marks and the order.
 * @param {any} tree
 * @param {any} saved
 */
export function changesOf(tree, saved) {
  const behind = childrenOf(saved);
  const originals = originalsOf(tree, saved, behind);
  const drafted = new Map([...originals].map(([node, place]) => [place, node]));
  /** @param {any} place */
  const numberOf = (place) => saved[place].node ?? place;
  const ids = new Map();
  /** @param {number} node */
  const called = (node) => (ids.has(node) ? { id: ids.get(node) } : { node: numberOf(originals.get(node)) });
  const gone = saved.flatMap((/** @type {any} */ { parent }, /** @type {any} */ place) => (parent !== null && !drafted.has(place) && drafted.has(parent) ? [{ node: numberOf(place), gone: true }] : []));

  /** The ways to go on from a node as the server has them after each change. */
  const ways = new Map();
  /** @param {number} node */
  const waysFrom = (node) => {
    if (!ways.has(node)) ways.set(node, (behind[originals.get(node)] ?? []).filter((/** @type {any} */ place) => drafted.has(place)).map((/** @type {any} */ place) => drafted.get(place)));
    return ways.get(node);
  };
  /**
   * Puts a node right behind the one before it in the draft; answers its place.
   * @param {number} node
   */
  const put = (node) => {
    const wanted = tree.siblingsOf(node);
    const list = waysFrom(tree.parentOf(node));
    const before = wanted[wanted.indexOf(node) - 1];
    if (list.includes(node)) list.splice(list.indexOf(node), 1);
    const order = before === undefined ? 0 : list.indexOf(before) + 1;
    list.splice(order, 0, node);
    return order;
  };

  const all = tree.inOrder();
  const made = all.filter((/** @type {number} */ node) => !originals.has(node)).map((/** @type {number} */ node) => {
    const { move, ...said } = tree.nodes[node];
    const parent = tree.parentOf(node);
    const from = ids.has(parent) ? { parent: ids.get(parent) } : { from: called(parent) };
    ids.set(node, `n${ids.size}`);
    const order = put(node);
    const isLast = order === waysFrom(parent).length - 1;
    return {
      id: ids.get(node), ...from, move: `${move.color}:${move.at}`,
      ...Object.fromEntries(FIELDS.filter((field) => differs(field, said[field])).map((field) => [field, said[field]])), ...(!isLast && { order }),
    };
  });

  const staying = new Set([0]);
  for (const node of all) for (const child of longestRun(waysFrom(node), tree.children[node])) staying.add(child);
  const others = all.map((/** @type {number} */ node) => {
    /** @type {Record<string, any>} */
    const change = {};
    if (originals.has(node)) {
      const before = saved[originals.get(node)];
      for (const field of FIELDS) if (differs(field, before[field], tree.nodes[node][field])) change[field] = valueOf(field, tree.nodes[node]);
    }
    if (!staying.has(node)) change.order = put(node);
    return { node, change };
  }).filter((/** @type {any} */ { change }) => Object.keys(change).length > 0);
  return [...gone, ...made, ...others.map((/** @type {any} */ { node, change }) => ({ ...called(node), ...change }))];
}
