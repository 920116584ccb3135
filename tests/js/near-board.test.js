// Parts of a page that are moved when its window becomes narrow or wide.

import assert from 'node:assert/strict';
import test from 'node:test';

const narrow = Object.assign(new EventTarget(), { matches: false });
globalThis.matchMedia = () => narrow;
globalThis.document = { activeElement: null };
const { keepNearBoard } = await import('../../static/trying/near-board.js');

/** A row of parts, of which a moved one loses the keyboard and how far it was scrolled, as in a browser. */
function row(...names) {
  const parts = names.map((name) => ({
    name,
    scrollTop: 0,
    contains: (other) => other?.part === name,
    get previousElementSibling() { return parts[parts.indexOf(this) - 1] ?? null; },
    after(...moved) {
      for (const part of moved) {
        if (part.contains(document.activeElement)) document.activeElement = null;
        part.scrollTop = 0;
        parts.splice(parts.indexOf(part), 1);
      }
      parts.splice(parts.indexOf(this) + 1, 0, ...moved);
    },
  }));
  return parts;
}

test('a part that is moved keeps the keyboard, and how far it is scrolled', () => {
  const parts = row('walk', 'facts', 'comment', 'tools', 'tree');
  const [walk, , comment, , tree] = parts;
  const frame = { part: 'tree', focus() { document.activeElement = this; } };
  keepNearBoard(walk, [comment, tree]);
  comment.scrollTop = 40;
  document.activeElement = frame;
  for (const [matches, order] of [[true, 'walk comment tree facts tools'], [false, 'walk facts comment tools tree']]) {
    narrow.matches = matches;
    narrow.dispatchEvent(new Event('change'));
    assert.equal(parts.map((part) => part.name).join(' '), order);
    assert.equal(document.activeElement, frame);
    assert.equal(comment.scrollTop, 40);
  }
  // What has the keyboard elsewhere is left alone.
  const elsewhere = { part: 'facts', focus() { assert.fail('it has the keyboard already'); } };
  document.activeElement = elsewhere;
  narrow.matches = true;
  narrow.dispatchEvent(new Event('change'));
  assert.equal(document.activeElement, elsewhere);
});
