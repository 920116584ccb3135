// The main line of a record, and which of its moves a reader has seen.

/** The moves of the main line, as nodes. */
function movesOf(tree) {
  const moves = [];
  for (let node = 0; node !== undefined; node = tree.children[node][0]) if (tree.nodes[node].move) moves.push(node);
  return moves;
}

export class SeenLine {
  constructor(tree) {
    this.unseen = new Set(movesOf(tree));
  }

  /** The position after a node was shown. */
  see(node) {
    this.unseen.delete(node);
  }

  /** How many moves are left to be seen. A record without moves has none. */
  get left() {
    return this.unseen.size;
  }
}
