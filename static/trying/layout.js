// Where the nodes of a tree are drawn: a column for each depth, a row for each
// line, the main line on top, and each variation in the highest row in which
// nothing is in its way. No recursion: trees are as deep as they like.

/** @import { MoveTree } from './tree.js' */
/** @import { TriedTree } from './tried-tree.js' */

/** Nodes that follow each other, each the first way to go on from the one before it. */
class Line {
  /**
   * `from` is the column of the first node.
   * @param {number} from
   * @param {number} first
   */
  constructor(from, first) {
    this.from = from;
    this.nodes = [first];
    this.row = 0;
    /**
     * The lines that branch off, those from the left first, and of one node the last one first.
     * @type {Line[]}
     */
    this.branches = [];
  }

  /** The column behind the last one. */
  get end() {
    return this.from + this.nodes.length;
  }
}

/**
 * The places of a tree's nodes. It follows the changes of the tree, each at the cost of the nodes that come into another line; the rows are
 * reckoned anew when somebody asks for one, by lines and not by nodes.
 */
export class TreeLayout {
  /** @param {TriedTree} tree */
  constructor(tree) {
    this.tree = tree;
    /** The rows that are taken so far, while lines get their rows: the first row of each column below which everything is free. */
    this.free = new Int32Array(0);
    this.renewed();
  }

  /** @param {number} node */
  rowOf(node) {
    this.place();
    return this.lineOf[node].row;
  }

  /** How many columns and rows there are. */
  get size() {
    this.place();
    return { width: this.width, height: this.height };
  }

  /**
   * The nodes in these columns and rows, and those whose way from their parent leads through there, line by line. Ends are left out.
   * @param {{left: number, top: number, right: number, bottom: number}} part
   */
  nodesIn({ left, top, right, bottom }) {
    this.place();
    const found = [];
    for (const line of this.lines) {
      const above = line.from > 0 ? this.lineOf[this.tree.parentOf(line.nodes[0])].row : line.row;
      if (line.row < top || above >= bottom) continue;
      // Of a line that runs below, only the way down to it is there.
      const end = line.row < bottom ? line.end : line.from + 1;
      for (let column = Math.max(left, line.from); column < Math.min(right, end); column += 1) found.push(line.nodes[column - line.from]);
    }
    return found;
  }

  // --- changes of the tree ---

  /** Much has changed. */
  renewed() {
    /** @type {Line} */
    this.main = new Line(0, 0);
    /**
     * The line of each node.
     * @type {any}
     */
    this.lineOf = [this.main];
    /** @type {any} */
    this.lines = null;
    this.grow(this.main);
  }

  /** @param {number} node */
  added(node) {
    const parent = this.tree.parentOf(node);
    const siblings = this.tree.children[parent];
    this.lines = null;
    if (siblings.length === 1) this.extend(this.lineOf[parent], node);
    else if (siblings[0] === node) this.regrow(parent);
    else this.branch(this.lineOf[parent], this.tree.depths[node], node);
  }

  /** @param {number} node */
  turned(node) {
    this.lines = null;
    this.regrow(this.tree.parentOf(node));
  }

  /** @param {number} node */
  cut(node) {
    const parent = this.tree.parentOf(node);
    const line = this.lineOf[node];
    this.lines = null;
    if (line.nodes[0] === node) {
      const { branches } = this.lineOf[parent];
      branches.splice(branches.indexOf(line), 1);
    } else this.regrow(parent, node);
  }

  // --- lines ---

  /**
   * @param {Line} line
   * @param {number} node
   */
  extend(line, node) {
    line.nodes.push(node);
    this.lineOf[node] = line;
  }

  /**
   * A new line beside the others of its node, which are sorted from the last one to the first.
   * @param {Line} line
   * @param {number} from
   * @param {number} node
   */
  branch(line, from, node) {
    const before = line.branches.findIndex((other) => other.from > from || (other.from === from && !this.tree.comesBefore(node, other.nodes[0])));
    const made = new Line(from, node);
    this.lineOf[node] = made;
    line.branches.splice(before < 0 ? line.branches.length : before, 0, made);
    return made;
  }

  /**
   * Makes the lines behind a node anew; the node `without` is about to go.
   * @param {number} node
   * @param {number | null} without
   */
  regrow(node, without = null) {
    const line = this.lineOf[node];
    const length = this.tree.depths[node] - line.from + 1;
    line.nodes.length = length;
    line.branches = line.branches.filter((/** @type {any} */ { from }) => from < line.end);
    this.grow(line, without);
  }

  /**
   * Follows a line from its last node on, and all that branches off from there.
   * @param {Line} first
   * @param {number | null} without
   */
  grow(first, without = null) {
    const waiting = [first];
    while (waiting.length > 0) {
      const line = /** @type {Line} */ (waiting.pop());
      let node = /** @type {number} */ (line.nodes.at(-1));
      for (;;) {
        const ways = this.tree.children[node].filter((child) => child !== without);
        for (const other of ways.slice(1).reverse()) {
          const made = new Line(line.end, other);
          this.lineOf[other] = made;
          line.branches.push(made);
          waiting.push(made);
        }
        if (ways.length === 0) break;
        [node] = ways;
        this.extend(line, node);
      }
    }
  }

  /** Gives each line its row, if something has changed. */
  place() {
    if (this.lines) return;
    const count = this.lineOf.length;
    if (this.free.length < count) this.free = new Int32Array(2 * count);
    const free = this.free.fill(0);
    this.lines = [];
    /** @type {number} */
    this.width = 0;
    /** @type {number} */
    this.height = 0;
    const waiting = [this.main];
    while (waiting.length > 0) {
      const line = /** @type {Line} */ (waiting.pop());
      const { from, end } = line;
      // The way down to a variation runs in the column of the node that it leaves.
      let row = from > 0 ? free[from - 1] : 0;
      for (let column = from; column < end; column += 1) row = Math.max(row, free[column]);
      if (from > 0) free[from - 1] = row;
      free.fill(row + 1, from, end);
      line.row = row;
      this.lines.push(line);
      this.width = Math.max(this.width, end);
      this.height = Math.max(this.height, row + 1);
      for (const branch of line.branches) waiting.push(branch);
    }
  }
}
