// The chapter on trouble quotes the program: its lines of the log, its sentences, and the alerts.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const ROOT = new URL('../../', import.meta.url);
const read = (file) => readFileSync(new URL(file, ROOT), 'utf8');
const page = read('docs/operations/trouble.md').replace(/^```[\s\S]*?^```/gm, '');

/** Programs whose commands the chapter names. */
const COMMAND = /^(tengen|systemctl|journalctl|ss|df|dmesg|chown|timedatectl) /;
/** What the system and SQLite say, each as long as it is quoted. */
const OF_OTHERS = [
  'Address already in use', 'Permission denied', 'database or disk is full', 'database is locked', 'attempt to write a readonly database', 'disk I/O error',
];
/** A placeholder of the program's own: each address and each path stands for one. */
const PLACES = /127\.0\.0\.1:8080|\[::\]:443|\.\.\./;
/** Shorter pieces are found by chance. */
const SHORTEST = 4;

test('each line of the log and each sentence that the chapter quotes is one of the program', () => {
  const sources = execFileSync('git', ['ls-files', 'crates/*/src/*.rs'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
  const code = sources.map(read).join('\n').replace(/\\\n\s*/g, '').replaceAll('\\"', '"');
  const quotes = page.split('`').filter((words, index) => index % 2 === 1 && words.includes(' ') && !COMMAND.test(words));
  assert.ok(quotes.length > 35, `${quotes.length} quotes`);
  const piecesOf = (quote) => quote.split(PLACES).flatMap((piece) => piece.split(': ')).map((piece) => piece.replace(/^[\s,()]+|[\s,():]+$/g, ''));
  const pieces = quotes.flatMap(piecesOf).filter((piece) => piece.length >= SHORTEST && !OF_OTHERS.includes(piece));
  assert.deepEqual(pieces.filter((piece) => !code.includes(piece)), []);
});

test('each alert is in the chapter, and no other', () => {
  const alerts = [...read('deploy/alerts.yml').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const named = new Set([...page.matchAll(/`(Tengen[A-Z]\w+)`/g)].map(([, name]) => name));
  assert.ok(alerts.length > 5);
  assert.deepEqual([...named].sort(), [...alerts].sort());
});
