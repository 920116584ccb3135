// The tried moves of a tree, as the tab keeps them: a page that is loaded again has them still.

import { kept } from '../account/kept.js';

/** Keeps the tried moves of a tree under a key. */
export function keepMoves(key, tree) {
  const places = new Map();
  const moves = [];
  for (let node = 0; node < tree.nodes.length; node += 1) {
    if (!tree.has(node) || !tree.isTried(node)) continue;
    const { parent, move: { color, at, captured = [] }, waits } = tree.nodes[node];
    places.set(node, moves.length);
    const behind = tree.isTried(parent) ? { tried: places.get(parent) } : { node: tree.nameOf(parent) };
    moves.push({ ...behind, color, at, ...(!waits && { captured }) });
  }
  kept((storage) => (moves.length > 0 ? storage.setItem(key, JSON.stringify(tree.wrap(moves))) : storage.removeItem(key)));
}

/** Puts the kept moves back into a tree; answers the nodes that nobody has judged yet. */
export function restoreMoves(key, tree) {
  const value = kept((storage) => JSON.parse(storage.getItem(key)));
  const moves = value && tree.unwrap(value);
  const nodes = [];
  const waiting = [];
  for (const { tried, node, color, at, captured } of Array.isArray(moves) ? moves : []) {
    const parent = nodes[tried] ?? tree.named(node);
    if (parent === undefined) break;
    const added = tree.add(parent, { color, at, captured });
    nodes.push(added);
    if (!captured) waiting.push(added);
  }
  return waiting;
}
