// A device of a reader with a page of a record, for tests of the tree that the server keeps.

import './english.js';
import assert from 'node:assert/strict';
import { Cursor } from '../../static/trying/tree.js';
import { FakeTimers } from './fakes.js';
import { Trying } from '../../static/trying/trying.js';
import { TreeLayout } from '../../static/trying/layout.js';
import { TriedTree, besideRecord } from '../../static/trying/tried-tree.js';
import { gridLayout } from '../../static/board/layout.js';

const GAME = { board: { width: 3, height: 3 }, rules: 'japanese', handicap: 0 };
export const KEY = 'tengen.tried.record.r.ann';
export const STRANGER = 'tengen.tried.record.r.';
const play = (parent, color, at, number) => ({ parent, move: { color, at, number } });
const settled = () => new Promise((resolve) => { setTimeout(resolve); });

/** The tree of a record of two moves. */
export const recordTree = () => new TriedTree(gridLayout({ width: 3, height: 3 }), [{ parent: null }, play(0, 'black', 'B2', 1), play(1, 'white', 'A1', 2)]);

/** A device with a page of a record of two moves. Several devices have a storage each. */
export async function device(server, { key = KEY, storage = globalThis.sessionStorage, ask = () => ({ captured: [] }), known } = {}) {
  const tree = recordTree();
  tree.watcher = new TreeLayout(tree);
  const cursor = new Cursor(tree);
  cursor.goTo(2);
  const [refused, led, timers] = [[], [], new FakeTimers()];
  let attendance;
  globalThis.sessionStorage = storage;
  const trying = new Trying(tree, cursor, besideRecord(tree, GAME), {
    key, strangersKey: key === KEY ? STRANGER : null, server: server?.door, known, timers, later: () => {},
    ask: async (line) => {
      const answer = ask(line);
      if (answer.code) throw answer;
      return answer;
    },
    changed: () => {}, refused: (move, rule) => refused.push([move.at, rule]), led: () => led.push(cursor.node),
    attends: (calls) => {
      attendance = calls;
      return () => {};
    },
  });
  await settled();
  const does = async (deed) => {
    globalThis.sessionStorage = storage;
    deed();
    await settled();
    await settled();
  };
  return {
    tree, cursor, trying, refused, led, timers, storage, kept: trying.kept,
    plays: (...moves) => does(() => moves.forEach((at) => trying.play(at))),
    removes: () => does(() => trying.remove()),
    /** What was changed is sent. */
    waits: (time = 1_000) => does(() => timers.advance(time)),
    looks: () => does(() => attendance.look()),
    /** The page is seen and has the focus again, which browsers tell one after the other. */
    returns: () => does(() => {
      attendance.look();
      attendance.look();
    }),
    leaves: () => does(() => attendance.leave()),
    due: () => does(() => attendance.due()),
    writes: (node, field, value) => does(() => {
      trying.kept.write(node, field, value);
      trying.keep();
    }),
  };
}

/** The tried lines of a tree, as a reader finds them. */
export function lines({ tree }) {
  const ends = tree.nodes.map((_, node) => node).filter((node) => tree.has(node) && tree.children[node].length === 0);
  const drawn = new TreeLayout(tree).nodesIn({ left: 0, top: 0, right: Infinity, bottom: Infinity });
  assert.deepEqual(tree.watcher.nodesIn({ left: 0, top: 0, right: Infinity, bottom: Infinity }).sort(), drawn.sort(), 'what follows changes is what is made anew');
  return ends.map((end) => tree.triedTo(end).map((node) => tree.nodes[node].move.at).join(' ')).filter(Boolean).sort();
}

export const told = (server) => server.asked.filter(({ changes }) => changes).map(({ changes }) => changes);
