// Lists that come page by page, and what a press for more of them says.

import './english.js';
import assert from 'node:assert/strict';
import test from 'node:test';

/** As much of an element as a list needs. */
class FakeElement extends EventTarget {
  attributes = new Map();
  children = [];
  textContent = '';
  hidden = false;
  setAttribute(name, value) { this.attributes.set(name, value); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  removeAttribute(name) { this.attributes.delete(name); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.children = children; }
  after(element) { this.below = element; }
  querySelector() { return null; }
  focus() { FakeElement.focused = this; }
}

globalThis.document = { createElement: () => new FakeElement() };
const { PagedList } = await import('../../static/dom/paged-list.js');
const settled = () => new Promise((done) => { setImmediate(done); });

/** A list whose pages are these numbers of items, with a `next` behind each but the last. */
function listOf(...counts) {
  const more = Object.assign(new FakeElement(), { parentElement: new FakeElement() });
  const asked = [];
  const list = new PagedList({
    list: new FakeElement(), more, item: () => new FakeElement(), fail: (problem) => assert.fail(problem),
    getPage: async (next) => {
      const page = Number(next ?? 0);
      asked.push(page);
      return { items: Array.from({ length: counts[page] }), next: page + 1 < counts.length ? String(page + 1) : null };
    },
  });
  const press = async () => {
    more.dispatchEvent(new Event('click'));
    for (let turn = 0; turn < counts.length; turn += 1) await settled();
  };
  return { list, more, press, asked, said: () => more.parentElement.below.textContent };
}

test('a press that finds something says nothing beside it', async () => {
  const { list, more, press, asked, said } = listOf(2, 0, 0, 3, 1);
  await list.load();
  assert.deepEqual([list.items.length, more.hidden], [2, false]);
  await press();
  assert.deepEqual([list.items.length, asked, said()], [5, [0, 1, 2, 3], ''], 'empty pages are passed over');
  await press();
  assert.deepEqual([list.items.length, more.hidden, said()], [6, true, '']);
});

test('a press that finds nothing says that there may be more further back', async () => {
  const { list, more, press, asked, said } = listOf(1, ...Array(9).fill(0), 1);
  await list.load();
  await press();
  assert.deepEqual([asked.length, list.items.length, more.hidden], [9, 1, false], 'not all at once');
  assert.equal(said(), 'No more found so far. There may be some further back.');
  await press();
  assert.deepEqual([list.items.length, said()], [2, '']);
});

test('a press that finds the end says so, and keeps the keyboard', async () => {
  const { list, more, press, said } = listOf(1, 0);
  await list.load();
  await press();
  assert.deepEqual([said(), more.hidden], ["That's all.", true]);
  assert.equal(FakeElement.focused, more.parentElement.below);
});
