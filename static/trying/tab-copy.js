// What a tab keeps of a tree: each change that the server does not have, and with it the nodes on which it hangs. A page that is
// loaded again goes on from there, and so does a reader who becomes a player only now.

import { kept, keptKeys } from '../storage/kept.js';
import { FIELDS, readNode, writtenNode } from './node-shape.js';
import { GONE, MADE } from './unsent-changes.js';

/** @import { KeptTree } from './kept-tree.js' */
/** @import { KeptNode } from './node-shape.js' */

/** @param {KeptNode} node */
const told = (node) => ({ ...writtenNode(node), ...(node.captured && { captured: node.captured }) });

/**
 * Keeps under a key what has changed since this was called last.
 * @param {string} key
 * @param {KeptTree} nodes
 */
export function saveCopy(key, nodes) {
  const { touched } = nodes.unsent;
  for (const id of [...touched]) {
    const copy = copyOf(nodes, id);
    const isKept = kept((storage) => {
      if (copy) storage.setItem(`${key}/${id}`, JSON.stringify(copy));
      else storage.removeItem(`${key}/${id}`);
      return true;
    });
    // Where there is no room, there may be some the next time.
    if (!isKept) break;
    touched.delete(id);
  }
}

/**
 * Nothing is kept under a key any more.
 * @param {string} key
 */
export function forgetCopy(key) {
  for (const name of keptKeys(`${key}/`)) kept((storage) => storage.removeItem(name));
}

/**
 * {change, way}: the change of a node, and the nodes on the way to it, as far as the server has them.
 * @param {KeptTree} nodes
 * @param {string} id
 */
function copyOf(nodes, id) {
  const change = nodes.unsent.of(id);
  if (change === GONE) return { change: { id, gone: true } };
  const node = change && nodes.find(id);
  if (!node) return null;
  const written = change === MADE ? told(node) : { id, ...Object.fromEntries([...change].map((field) => [field, node[field]])) };
  const first = change === MADE ? nodes.find(node.parent) : node;
  return { change: written, ...(first?.isKnown && { way: nodes.waysTo([first.id]).map(told) }) };
}

/**
 * Puts what the tab has under a key into a tree; with `taking` it is another key's from now on.
 * @param {string} key
 * @param {KeptTree} nodes
 */
export function restoreCopy(key, nodes, { taking = false } = {}) {
  const copies = [];
  for (const name of keptKeys(`${key}/`)) {
    copies.push(kept((storage) => JSON.parse(/** @type {string} */ (storage.getItem(name)))));
    if (taking) kept((storage) => storage.removeItem(name));
  }
  for (const node of copies.flatMap((copy) => copy?.way ?? []).filter(isNode)) if (!nodes.find(node.id)) nodes.place({ ...readNode(node), isKnown: true });
  for (const change of parentsFirst(copies.map((copy) => copy?.change).filter(isNode))) restore(nodes, change);
  nodes.settle();
}

/**
 * Nothing else is in the tab's storage, unless somebody has written there by hand.
 * @param {any} value
 */
const isNode = (value) => typeof value?.id === 'string' && typeof (value.move ?? '') === 'string';

/**
 * The changes, each behind that of the node on which its own one hangs.
 * @param {any[]} changes
 */
function parentsFirst(changes) {
  const left = new Map(changes.map((change) => [change.id, change]));
  const sorted = [];
  for (const { id } of changes) {
    const way = [];
    for (let change = left.get(id); change; change = left.get(change.parent)) {
      left.delete(change.id);
      way.push(change);
    }
    sorted.push(...way.reverse());
  }
  return sorted;
}

/**
 * @param {KeptTree} nodes
 * @param {any} change
 */
function restore(nodes, change) {
  const { id } = change;
  const node = nodes.find(id);
  if (change.gone) nodes.unsent.remove(id, { told: true });
  else if (typeof change.parent === 'string' || change.from) {
    if (node) return;
    nodes.place({ ...readNode(change), isKnown: false });
    nodes.unsent.make(id);
    // The page before may have sent it, and gone before the answer came.
    nodes.unsent.doubtful.add(id);
  } else if (node) {
    for (const field of FIELDS) if (field in change) nodes.set(node, field, change[field]);
  }
}
