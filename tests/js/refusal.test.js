// Refusals with a way to the game that they name.

import './english.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Problem } from '../../static/net/problem.js';
import { problemText } from '../../static/text/problem-text.js';
import { showRefusal } from '../../static/dom/refusal.js';

/** An element as far as texts and links in it go. */
class FakeElement {
  constructor() {
    this.children = [];
    this.attributes = {};
  }

  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join('');
  }

  set textContent(text) {
    this.children = [text];
  }

  append(...children) {
    this.children.push(...children);
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }
}

const refusal = (params) => new Problem({ code: 'not_during_the_game', status: 403, params });

test('a refusal leads to the game that it names, and to none that it does not', () => {
  globalThis.document = { createElement: () => new FakeElement() };
  const said = new FakeElement();
  const links = () => said.children.filter((child) => child instanceof FakeElement).map((link) => link.attributes.href);
  showRefusal(said, refusal({ reason: 'position', game: '4t9x2m8q6w1k5c7v' }));
  assert.deepEqual(links(), ['/games/4t9x2m8q6w1k5c7v']);
  showRefusal(said, refusal({ reason: 'position', game: '4t9x2m8q6w1k5c7v' }));
  assert.deepEqual(links(), ['/games/4t9x2m8q6w1k5c7v']);
  showRefusal(said, refusal({ reason: 'position' }));
  assert.deepEqual(links(), []);
  assert.equal(said.textContent, problemText(refusal({ reason: 'position' })));
  // What a game forbids its players is another matter.
  assert.notEqual(problemText(refusal({})), problemText(refusal({ reason: 'position' })));
});
