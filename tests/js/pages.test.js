// What the pages load: everything from here, and light.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';

const root = new URL('../../static/', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const LIMIT = 80 * 1024;

/** A module and everything it imports. */
function modulesOf(entry, found = new Set()) {
  if (found.has(entry)) return found;
  found.add(entry);
  for (const [, path] of read(entry).matchAll(/^import (?:[^;']*? from )?'(\.[^']+)';/gm)) {
    modulesOf(posix.join(posix.dirname(entry), path), found);
  }
  return found;
}

const addresses = (page) => [...page.matchAll(/(?:src|href)="\/static\/([^"]+)"/g)].map(([, path]) => path);

const PAGES = [
  ['index.html', 'home/home-page.js'],
  ['game.html', 'game/game-page.js'],
  ['tokens.html', 'tokens/tokens-page.js'],
  ['record.html', 'record/record-page.js'],
  ['api.html', 'api/api-page.js'],
  ['learn.html', 'learn/learn-page.js'],
  ['watch.html', 'watch/watch-page.js'],
  ['embed.html', 'embed/embed-page.js'],
  ['games.html', 'games/games-page.js'],
  ['player.html', 'player/player-page.js'],
  ['positions.html', 'positions/positions-page.js'],
  ['missing.html', 'missing/missing-page.js'],
];
for (const [name, entry] of PAGES) {
  const page = read(name);
  const modules = modulesOf(entry);

  test(`${name} refers only to files that are here`, () => {
    for (const path of addresses(page)) assert.ok(existsSync(new URL(path, root)), path);
    assert.doesNotMatch(page, /(?:src|href)="(?:https?:)?\/\//);
  });

  test(`${name} keeps within the content security policy`, () => {
    assert.doesNotMatch(page, /<script(?![^>]*\ssrc=)/);
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/);
  });

  test(`${name} is light`, () => {
    const weight = [name, ...new Set([...addresses(page), ...modules])]
      .reduce((sum, path) => sum + gzipSync(read(path)).length, 0);
    assert.ok(weight < LIMIT, `${weight} bytes compressed`);
  });
}
