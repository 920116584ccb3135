// The steps that a change since `main` can break, small enough for seconds: the nearest tests, and in words all that is left out.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

import { readTestPrograms, testCommand } from './cargo-tests.mjs';
import { nodeCommand, testFiles } from './node-tests.mjs';
import { PACKAGES, STEPS } from './steps.mjs';

// Of the pages' tests in a browser, so many files that are nearest to the change.
const BROWSER_FILES = 2;
// Words of paths that say nothing about what a file is about.
const SILENT = new Set(['crates', 'src', 'tests', 'api', 'server', 'web', 'mod', 'lib', 'main', 'static', 'index', 'page', 'test', 'browser', 'rs', 'js']);

/** Which steps a file outside crates and pages belongs to. */
const PLACES = [
  [/^tests\/js\//, 'javascript'],
  [/^(tests\/scripts|scripts\/testing|\.ci)\/|^scripts\/test$/, 'scripts'],
  [/^scripts\/proposal\//, 'scripts'],
  [/^(scripts\/(gnugo|bots)\/|scripts\/(gnugo|bot)-)/, 'gnugo'],
  [/^scripts\/attack/, 'attack'],
  [/^tests\/openapi\//, 'openapi'],
  [/^tests\/fixtures\//, 'scripts'],
  [/^(tests\/examples\/|docs\/examples\.md)/, 'examples'],
  [/^(docs\/(operations|decisions|map|architecture)|(README|CONTRIBUTING)\.md$)/, 'scripts'],
  [/^(tests\/container\/|deploy\/|docs\/operations\/first-server\.md|Dockerfile|\.dockerignore|docker-compose)/, 'container'],
  [/^(Cargo\.(toml|lock)|deny\.toml)$/, 'dependencies'],
  [/package(-lock)?\.json$/, 'packages'],
  [/^\.oxlintrc\.json$/, 'lint'],
  [/^(tsconfig\.json|tests\/js\/globals\.d\.ts)$/, 'types'],
];

/** The words of a path in the singular: `crates/server/src/web/groups/rounds.rs` is about a group and a round. */
export function wordsOf(path) {
  const words = path.split(/[/._-]+/).filter((word) => word.length > 2 && !SILENT.has(word));
  return new Set(words.map((word) => word.replace(/(?<!s)s$/, '')));
}

/** Those of `candidates` that share the most words with the paths; none if no word is shared. */
export function nearest(paths, candidates, most = Infinity) {
  const about = paths.map(wordsOf);
  const shared = (candidate) => {
    const words = wordsOf(candidate);
    return Math.max(0, ...about.map((each) => [...each].filter((word) => words.has(word)).length));
  };
  const rated = candidates.map((candidate) => [candidate, shared(candidate)]).filter(([, count]) => count > 0);
  return rated.sort(([, a], [, b]) => b - a).slice(0, most).map(([candidate]) => candidate);
}

/** The folders of the crates that change with these, as they depend on them. */
export function dependents(crates, changed) {
  const found = new Set(changed);
  for (let before = -1; before < found.size;) {
    before = found.size;
    for (const [crate, needs] of crates) if (needs.some((need) => found.has(need))) found.add(crate);
  }
  return found;
}

/**
 * @param {string[]} files that changed, relative to the root
 * @param {{crates: Map<string, string[]>, modules: string[], pages: string[]}} house each crate's folder with those it
 *   needs, the modules of the API tests (`groups/rounds`), and the files of the browser tests
 */
export function planOf(files, { crates, modules, pages }) {
  const crateOf = (file) => /^crates\/([^/]+)\//.exec(file)?.[1] ?? (file.startsWith('migrations/') ? 'store' : null);
  const inCrates = files.filter((file) => crateOf(file));
  const inPages = files.filter((file) => file.startsWith('static/'));
  const places = PLACES.filter(([pattern]) => files.some((file) => pattern.test(file))).map(([, step]) => step);
  const ownModules = files.flatMap((file) => /^crates\/server\/tests\/api\/(.+?)(?:\/mod)?\.rs$/.exec(file)?.[1] ?? []);
  const products = inCrates.filter((file) => !file.includes('/tests/'));
  const browser = files.filter((file) => pages.includes(file));
  return {
    steps: [...new Set(places)],
    crates: dependents(crates, inCrates.map(crateOf)),
    modules: [...new Set([...ownModules, ...nearest(products, modules)])],
    javascript: inPages.length > 0,
    browser: [...new Set([...browser, ...nearest(inPages, pages, BROWSER_FILES)])],
    format: files.some((file) => file.endsWith('.rs')),
    lint: files.some((file) => /\.m?js$/.test(file)),
    unknown: files.filter((file) => !crateOf(file) && !inPages.includes(file) && !browser.includes(file)
      && !PLACES.some(([pattern]) => pattern.test(file)) && !/\.md$/.test(file)),
  };
}

/** The files that differ from `main`, or on `main` from what it was fetched from; those that git does not know yet, too. */
function changedFiles(root) {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const known = (name) => {
    try {
      return git('rev-parse', '--verify', '--quiet', name)[0];
    } catch {
      return null;
    }
  };
  const [head] = git('rev-parse', 'HEAD');
  const main = known('main') === head ? known('origin/main') : known('main');
  const [base] = main ? git('merge-base', 'HEAD', main) : [head];
  return [...git('diff', '--name-only', '--no-renames', base), ...git('ls-files', '--others', '--exclude-standard')];
}

function readHouse(root) {
  const args = ['metadata', '--format-version', '1', '--no-deps', '--offline'];
  const { packages } = JSON.parse(execFileSync('cargo', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }));
  const folder = (path) => basename(path);
  const crates = new Map(packages.map((each) => [
    folder(join(each.manifest_path, '..')), each.dependencies.flatMap(({ path }) => (path ? [folder(path)] : [])),
  ]));
  const list = (path) => execFileSync('git', ['ls-files', path], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const modules = list('crates/server/tests/api').map((file) => file.replace(/^crates\/server\/tests\/api\/|(\/mod)?\.rs$/g, ''));
  return { crates, modules, pages: testFiles(root, 'tests/browser') };
}

/** @returns {{steps: Record<string, import('./steps.mjs').Step>, leftOut: string[]}} */
export function stepsOfChange(root) {
  const plan = planOf(changedFiles(root), readHouse(root));
  const names = new Set(plan.steps);
  const leftOut = [];
  const steps = {};
  const compiles = plan.crates.size > 0;
  if (plan.format) names.add('format');
  if (plan.lint) names.add('lint');
  if (compiles) for (const name of ['build', 'clippy']) names.add(name);
  if (plan.javascript) for (const name of ['javascript', 'types']) names.add(name);
  if (['container', 'openapi', 'dependencies', 'lint', 'scripts', 'types'].some((name) => names.has(name))
    && PACKAGES.some((folder) => !existsSync(join(root, folder, 'node_modules')))) names.add('packages');
  for (const [name, step] of Object.entries(STEPS)) if (names.has(name)) steps[name] = step;
  if (compiles) {
    steps.tests = { ...STEPS.tests, programs: ['cargo', 'cc', 'curl', 'node', 'postgres'], commands: (place) => testsOf(place, plan) };
    const others = [...plan.modules].sort().join(', ');
    leftOut.push(`of the API tests all but those on SQLite of ${others || 'no module'} (scripts/test --only tests)`);
    leftOut.push('the documentation with its examples, and the pages in Chromium (scripts/test --only docs,browser)');
  }
  if (plan.browser.length > 0) {
    const env = { TENGEN_STATIC_DIR: join(root, 'static') };
    const programs = ['node', 'shell', 'postgres'];
    steps.browser = { ...STEPS.browser, programs, needs: [], commands: (place) => [nodeCommand(place, plan.browser, { env })] };
  }
  if (plan.javascript) leftOut.push(`of the pages in Chromium all but ${plan.browser.join(', ') || 'nothing'} (scripts/test --only browser)`);
  if (plan.unknown.length > 0) leftOut.push(`what ${plan.unknown.join(', ')} can break (scripts/test)`);
  if (Object.keys(steps).length === 0) leftOut.push('everything: nothing changed that a step of this list looks at');
  return { steps, leftOut };
}

/** The programs of the crates that changed or depend on these; of the API tests the nearest modules alone, on SQLite. */
function testsOf(place, { crates, modules }) {
  const crateOf = ({ crate }) => basename(crate);
  const programs = readTestPrograms(place.programs).filter((each) => crates.has(crateOf(each)) || crateOf(each) === 'architecture');
  const names = modules.map((module) => `${module.replaceAll('/', '::')}::`);
  return programs.flatMap((each) => {
    if (each.name !== 'server api') return [testCommand(each)];
    return names.length > 0 ? [testCommand(each, ['--test-threads', '4', '--skip', '::postgres', ...names])] : [];
  });
}
