// The changes of a record as the server makes them, for tests of drafts: the shape of the tree and what is said, and no rule of the game.

import assert from 'node:assert/strict';

const FIELDS = ['comment', 'name', 'marks'];

/** Changes `nodes`, as GET tells them, by the `changes` of a PATCH. Answers them as GET tells them then. */
export function patched(nodes, changes) {
  const made = new Map();
  const byNumber = new Map();
  nodes.forEach((node, place) => {
    const own = { ...structuredClone(node), number: node.node ?? place, children: [] };
    byNumber.set(own.number, own);
    own.up = node.parent === null ? null : byNumber.get(nodes[node.parent].node ?? node.parent);
    own.up?.children.push(own);
  });
  let next = Math.max(...byNumber.keys()) + 1;
  const root = byNumber.get(nodes[0].node ?? 0);
  const find = (number) => {
    assert.ok(byNumber.has(number), `no node ${number}`);
    return byNumber.get(number);
  };
  const leave = (node) => {
    byNumber.delete(node.number);
    node.children.forEach(leave);
  };
  const write = (node, change) => {
    for (const field of FIELDS) {
      if (!(field in change)) continue;
      if (change[field] === '' || Object.keys(change[field]).length === 0) delete node[field];
      else node[field] = change[field];
    }
    if (change.order === undefined) return;
    const { children } = node.up;
    assert.ok(change.order >= 0 && change.order < children.length);
    children.splice(children.indexOf(node), 1);
    children.splice(change.order, 0, node);
  };
  for (const change of changes) {
    if (change.gone) {
      const node = find(change.node);
      node.up.children.splice(node.up.children.indexOf(node), 1);
      leave(node);
    } else if (change.from || change.parent) {
      const up = change.from ? find(change.from.node) : made.get(change.parent);
      assert.ok(up && !made.has(change.id));
      const [color, at] = change.move.split(':');
      assert.ok(!up.children.some(({ move }) => move?.color === color && move.at === at), 'the move is new');
      const node = { move: { color, at }, number: next, children: [], up };
      next += 1;
      up.children.push(node);
      byNumber.set(node.number, node);
      made.set(change.id, node);
      write(node, change);
    } else write(change.id ? made.get(change.id) : find(change.node), change);
  }
  const told = [];
  const tell = (node, parent) => {
    const { number, children, up, parent: before, ...said } = node;
    const place = told.push({ ...said, parent, node: number }) - 1;
    for (const child of children) tell(child, place);
  };
  tell(root, null);
  return told;
}
