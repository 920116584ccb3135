// Where the nodes of a tree are drawn: a column for each depth, a row for each
// line, the main line on top, and each variation in the highest row in which
// nothing is in its way. No recursion: records are as deep as they like.

/** The nodes of a line: a node, its first child, that one's, and so on. */
function lineFrom(tree, node) {
  const line = [node];
  for (let next = tree.children[node][0]; next !== undefined; next = tree.children[next][0]) line.push(next);
  return line;
}

/** The other ways to go on along a line, the last to be drawn first. */
const variationsOf = (tree, line) => line.flatMap((node) => tree.children[node].slice(1).reverse());

/** `rows` of the nodes, the nodes of each column, and how many columns and rows there are. */
export function layOut(tree) {
  const rows = new Int32Array(tree.nodes.length);
  /** The first row of each column below which everything is free. */
  const free = [];
  const waiting = [0];
  while (waiting.length > 0) {
    const start = waiting.pop();
    const line = lineFrom(tree, start);
    const from = tree.depths[start];
    // The way down to a variation runs in the column of the node that it leaves.
    let row = from > 0 ? free[from - 1] : 0;
    for (let column = from; column < from + line.length; column += 1) row = Math.max(row, free[column] ?? 0);
    if (from > 0) free[from - 1] = row;
    line.forEach((node, i) => {
      rows[node] = row;
      free[from + i] = row + 1;
    });
    waiting.push(...variationsOf(tree, line));
  }
  const columns = free.map(() => []);
  // A node that was taken away again has no depth.
  tree.depths.forEach((depth, node) => depth >= 0 && columns[depth].push(node));
  return { rows, columns, height: free.reduce((most, row) => Math.max(most, row), 0) };
}
