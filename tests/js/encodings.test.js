// Which records have the button for another encoding, and what its sheet is told.

import './english.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { listed, mayBeMisread } from '../../static/record/misread.js';

const root = new URL('../../', import.meta.url);
const players = (name) => ({ black: { name, rank: null, team: null }, white: { name: null, rank: null, team: null } });
const record = (encoding, ascii, name = 'Ann') => ({ id: 'r', encoding, ascii, players: players(name), name: null, event: null });

test('whatever is beyond ASCII may be read wrongly, in UTF-8 as in any other encoding', () => {
  for (const [encoding, ascii, name, expected] of [
    ['UTF-8', false, 'Ann', true], // it is in a comment, or in what no page shows
    ['UTF-8', false, '棋', true],
    ['gb18030', false, '樽廖', true],
    ['UTF-16LE', false, '棋', true],
    ['UTF-8', true, 'Ann', false],
    ['Big5', true, 'Ann', false],
    // Records from before the server noted it.
    ['UTF-8', null, 'Ann', false],
    ['UTF-8', null, 'Müller', true],
    ['UTF-8', null, '棋', true],
    ['UTF-8', null, '\ufffd', true],
    ['gb18030', null, 'Ann', true],
    // A server of an earlier release, which does not say it on the page of a record.
    [undefined, undefined, '棋', false],
    [null, false, '棋', false],
  ]) assert.equal(mayBeMisread(record(encoding, ascii, name)), expected, `${encoding} ${ascii} ${name}`);
});

test('the sheet is told of the record of a page what a list tells', () => {
  const info = { players: players('樽廖'), name: 'Final', event: 'Cup', komi: 6.5, comment: 'long' };
  assert.deepEqual(listed({ id: 'r', encoding: 'gb18030', ascii: false, info, nodes: [] }), {
    id: 'r', encoding: 'gb18030', players: players('樽廖'), name: 'Final', event: 'Cup',
  });
});

test('the button stands on the page of a record, hidden until its owner is known', () => {
  const [button] = /<button id="choose-encoding"[^>]*>/.exec(readFileSync(new URL('static/record.html', root), 'utf8'));
  assert.match(button, / hidden /);
  assert.match(button, / aria-haspopup="dialog" /);
});
