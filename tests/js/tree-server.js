// A stand-in for the server's trees of variations, as docs/protocol.md tells of them: one tree of one reader.

import { Problem } from '../../static/net/problem.js';

export class TreeServer {
  constructor({ max = 5_000, illegal = () => null, places = () => true } = {}) {
    Object.assign(this, { max, illegal, places });
    this.revision = 0;
    this.nodes = new Map();
    this.gone = new Map();
    this.changed = new Map();
    /** The requests, and a problem in place of each next answer; with `lose` what was asked is done all the same. */
    this.asked = [];
    this.problems = [];
    this.lose = false;
  }

  get ids() {
    return [...this.nodes.keys()];
  }

  node(id) {
    return this.nodes.get(id);
  }

  /** How a device asks. */
  get door() {
    return {
      read: async (since) => {
        this.asked.push({ since });
        this.refuse();
        return this.tree(since);
      },
      change: async (changes, { outlives }) => {
        this.asked.push({ changes, outlives });
        if (this.lose) {
          this.patch(changes);
          this.lose = false;
          throw new Problem({ code: 'unreachable' });
        }
        this.refuse();
        return this.patch(changes);
      },
    };
  }

  refuse() {
    const problem = this.problems.shift();
    if (problem) throw new Problem(problem);
  }

  tree(since) {
    const told = [...this.nodes.values()].filter(({ id }) => since === null || this.changed.get(id) > since);
    const gone = [...this.gone].filter(([, revision]) => since !== null && revision > since).map(([id]) => id);
    return structuredClone({ revision: this.revision, nodes: told, ...(since !== null && { gone }) });
  }

  patch(changes) {
    const nodes = new Map(this.nodes);
    const touched = new Set();
    for (const { id, gone, captured, ...said } of changes) {
      if (captured) throw new Problem({ code: 'malformed' });
      if (gone) {
        const lost = new Set(nodes.has(id) ? [id] : []);
        for (const node of nodes.values()) if (lost.has(node.parent)) lost.add(node.id);
        for (const each of lost) {
          nodes.delete(each);
          touched.add(each);
        }
        continue;
      }
      const known = nodes.get(id);
      const refused = (code, params) => new Problem({ code, params: { node: id, ...params } });
      if (!known && said.parent === undefined && !said.from) throw refused('no_such_node', { missing: id });
      if (!known && said.parent !== undefined && !nodes.has(said.parent)) throw refused('no_such_node', { missing: said.parent });
      if (known && (said.parent !== undefined || said.from) && (said.parent !== known.parent || said.move !== known.move)) throw refused('node_differs');
      if (!known && said.from && !this.places(said.from)) throw refused('no_such_place');
      const rule = !known && this.illegal(said);
      if (rule) throw refused('illegal_move', { rule, at: said.move.split(':')[1] });
      nodes.set(id, { order: 0, ...known, ...said, id });
      touched.add(id);
    }
    if (nodes.size > this.max && nodes.size > this.nodes.size) throw new Problem({ code: 'tree_full', params: { max: this.max } });
    const behind = this.revision;
    if (touched.size === 0) return { revision: behind, behind, captured: {} };
    this.revision += 1;
    for (const id of touched) {
      if (nodes.has(id)) this.gone.delete(id);
      else this.gone.set(id, this.revision);
      this.changed.set(id, this.revision);
    }
    this.nodes = nodes;
    return { revision: this.revision, behind, captured: {} };
  }
}
