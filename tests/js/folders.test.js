// The order of the pages' folders: a module imports from its own folder and from lower ones, and no module leads back to itself.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';

const root = new URL('../../static/', import.meta.url);

/** From the ground up. The folders of a row do not import from each other. */
const RANKS = [
  // Types alone.
  ['shapes'],
  ['storage', 'time'],
  ['net', 'sound', 'text', 'theme'],
  ['dom'],
  ['board', 'forms', 'people'],
  ['go', 'reports'],
  ['from-here', 'page', 'pickers', 'trying', 'waiting'],
  ['api', 'games', 'missing', 'offers', 'positions', 'study'],
  ['game', 'learn', 'player', 'tokens'],
  ['account', 'watch'],
  ['embed', 'groups', 'staff'],
  ['record'],
  ['home', 'shared-tree'],
];

const folderOf = (path) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '');
const beside = (path, name) => new URL(name, new URL(path, root)).href.slice(root.href.length);

/** Where a module leads, at once or later. */
function importsOf(path, source) {
  const named = source.matchAll(/^import (?:[^;']* from )?'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm);
  return [...named].map(([, now, later]) => beside(path, now ?? later)).filter((other) => other.endsWith('.js'));
}

/** Imports that do not lead down, in words. */
function upwards(modules, ranks) {
  const rankOf = (path) => ranks.findIndex((row) => row.includes(folderOf(path)));
  const leads = [...modules].flatMap(([path, others]) => others.map((other) => [path, other]));
  return leads.filter(([path, other]) => folderOf(path) !== folderOf(other) && rankOf(other) >= rankOf(path)).map((pair) => pair.join(' -> '));
}

/** The modules that lead back to themselves. */
function circles(modules) {
  const reached = (path) => {
    const found = new Set();
    const rest = [...modules.get(path)];
    for (const other of rest) {
      if (found.has(other)) continue;
      found.add(other);
      rest.push(...modules.get(other) ?? []);
    }
    return found;
  };
  return [...modules.keys()].filter((path) => reached(path).has(path));
}

const paths = readdirSync(root, { recursive: true }).filter((name) => name.endsWith('.js')).sort();
const modules = new Map(paths.map((path) => [path, importsOf(path, readFileSync(new URL(path, root), 'utf8'))]));

test('every folder of modules has one rank', () => {
  assert.deepEqual(RANKS.flat().sort(), [...new Set(paths.map(folderOf))].sort());
});

test('modules import from their own folder and from lower ones', () => {
  assert.deepEqual(upwards(modules, RANKS), []);
});

test('no module leads back to itself', () => {
  assert.deepEqual(circles(modules), []);
});

test('the types of every module are checked', () => {
  const settings = readFileSync(new URL('../../tsconfig.json', import.meta.url), 'utf8');
  assert.ok(settings.includes('"include": ["static", ') && !settings.includes('"exclude"'), settings);
  for (const path of paths) assert.doesNotMatch(readFileSync(new URL(path, root), 'utf8'), /@ts-(?:nocheck|ignore)/, path);
});

test('calls answer shapes', () => {
  const vague = paths.filter((path) => path.startsWith('net/')).flatMap((path) =>
    [...readFileSync(new URL(path, root), 'utf8').matchAll(/Promise<any>[^/]*\*\/\nexport (?:async )?(?:function|const) (\w+)/g)].map(([, name]) => name));
  // These two make all calls.
  assert.deepEqual(vague, ['call', 'send']);
});

test('an arrow upwards, one between neighbours and a circle are found', () => {
  const source = "import { a } from './a.js';\nimport {\n  b,\n} from '../high/b.js';\nimport c from './c.json' with { type: 'json' };\nconst d = () => import('../side/d.js');\n";
  const wrong = new Map([
    ['low/x.js', importsOf('low/x.js', source)], ['low/a.js', []], ['high/b.js', ['low/a.js']], ['side/d.js', ['low/x.js']],
  ]);
  assert.deepEqual(upwards(wrong, [['low', 'side'], ['high']]), ['low/x.js -> high/b.js', 'low/x.js -> side/d.js', 'side/d.js -> low/x.js']);
  assert.deepEqual(circles(wrong), ['low/x.js', 'side/d.js']);
});
