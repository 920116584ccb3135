// The door leads to pages of this server alone.

import assert from 'node:assert/strict';
import test from 'node:test';
import { shortCodeOf } from '../../static/account/short-code.js';
import { doorAddress, nextPage, ownPath, signInAddress } from '../../static/net/door.js';

test('a path of this server is one', () => {
  for (const path of ['/', '/games/abc', '/games?size=9x9&text=//two', '/account#part', '/positions?x=https://a.example', '/a//b', '/signing']) {
    assert.equal(ownPath(path), path);
  }
});

test('what could lead elsewhere is none, and the door leads not to itself', () => {
  const others = [
    null, '', 'games', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', '/\n/evil.example', '\t//evil.example',
    ' //evil.example', '/ /evil.example', 'https://evil.example', 'https:evil.example', 'javascript:alert(1)', 'data:text/html,x', '/games\\..\\..', '/\u0000',
    '/.//evil.example', '/x/..//evil.example', '/sign-in', '/sign-in?next=/x', '/register', '/welcome#x',
  ];
  for (const text of others) assert.equal(ownPath(text), null, JSON.stringify(text));
});

test('the next page is read from the address, and written there', () => {
  assert.equal(nextPage('?next=%2Fgames%3Fsize%3D9x9'), '/games?size=9x9');
  assert.equal(nextPage('?next=%2F%2Fevil.example'), null);
  assert.equal(nextPage('?next=%2F%09%2Fevil.example'), null);
  assert.equal(nextPage('?other=1'), null);
  assert.equal(doorAddress('/sign-in', null), '/sign-in');
  assert.equal(doorAddress('/sign-in', '/'), '/sign-in');
  const address = signInAddress({ pathname: '/games', search: '?size=9x9&color=black' });
  assert.equal(nextPage(address.slice(address.indexOf('?'))), '/games?size=9x9&color=black');
  assert.equal(signInAddress({ pathname: '/register', search: '' }), '/sign-in');
});

test('a short code is known by its eight letters, however it is typed', () => {
  const typed = ['k7m2-9xqd', 'K7M29XQD', ' k7m2 9xqd\n', 'k7m2\u20139xqd', 'ｋ７ｍ２－９ｘｑｄ', 'Ｋ７Ｍ２ー９ＸＱＤ', 'k7m2〜9xqd', 'k7m2\u30009xqd'];
  for (const text of typed) assert.equal(shortCodeOf(text)?.toLowerCase(), 'k7m29xqd', text);
  assert.equal(shortCodeOf('OIL0-1234'), 'OIL01234');
  for (const text of ['', '-', 'k7m2-9xq', 'k7m2-9xqd1', 'k7m2-9xqu', 'k7m2_9xqd', 'k7m2-9xqé', 'ｋ７ｍ２－９ｘｑｕ']) assert.equal(shortCodeOf(text), null, text);
});
