// The pages load everything from their own server.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const root = new URL('../../static/', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

const whole = (page) => page.replaceAll(/<html-fragment src="\/static\/([^"]+)"><\/html-fragment>/g, (_, path) => read(path));
const addresses = (page) => [...page.matchAll(/(?:src|href)="\/static\/([^"]+)"/g)].map(([, path]) => path);

for (const name of readdirSync(root).filter((file) => file.endsWith('.html'))) {
  const page = whole(read(name));

  test(`${name} refers only to files that are here`, () => {
    assert.ok(addresses(page).length > 0);
    for (const path of addresses(page)) assert.ok(existsSync(new URL(path, root)), path);
    assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\//);
  });

  test(`${name} keeps within the content security policy`, () => {
    assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)/);
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/);
  });
}
