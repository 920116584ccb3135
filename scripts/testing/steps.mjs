// The steps of a run: what each is for, what it needs, and its commands.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { COMPILER, WHOLE_WORKSPACE, readTestPrograms, testCommand } from './cargo-tests.mjs';
import { nodeCommand, nodeTests, testFiles } from './node-tests.mjs';

/** The folders in which npm installs what tests and scripts need. */
export const PACKAGES = ['tests/browser', 'tests/openapi', 'scripts/proposal'];

/**
 * A step. Its commands are asked for when it begins, as the tests' programs are known only then.
 *
 * @typedef {object} Step
 * @property {string} title
 * @property {string[]} programs that must be on the machine (programs.sh)
 * @property {string[]} [needs] steps that come before
 * @property {'front' | 'beside'} lane Steps of both lanes run at the same time, those beside at a lower priority.
 * @property {boolean} [alone] whether nothing may run meanwhile, as bounds are measured
 * @property {number} [width] so many of its commands at once
 * @property {(place: Place) => Command[]} commands
 *
 * @typedef {object} Command
 * @property {string[]} words
 * @property {string} [name] of the command among those of the step
 * @property {string} [cwd]
 * @property {Record<string, string>} [env]
 * @property {string} [stdout] a file for the standard output alone
 * @property {'cargo' | 'node' | 'gnugo'} [reads] how its tests are counted
 * @property {(test: string) => Command} [again] the command that runs one failed test once more
 * @property {boolean} [certain] whether a second try would say the same
 *
 * @typedef {{root: string, target: string, programs: string, logOf: (step: string) => string, has: (program: string) => boolean}} Place
 *   `programs`: the file that names the tests' programs
 */

const program = (place, name) => join(place.target, 'debug', name);
const certain = (...words) => ({ words, certain: true, env: COMPILER });

// Those beside that take the processor come first: they run while most of the tests wait.
/** @type {Record<string, Step>} */
export const STEPS = {
  build: {
    title: 'everything compiles: programs, tests, benches, examples',
    programs: ['cargo', 'cc', 'node'],
    lane: 'front',
    // In one command: with two, cargo would compile nearly all twice, since the crates of macros differ with the command.
    // A bench by its name: asked for all benches, cargo would make one of each library.
    commands: (place) => [{
      ...certain('cargo', 'build', ...WHOLE_WORKSPACE, '--tests', '--bins', '--examples', '--bench', '*', '--message-format', 'json-render-diagnostics'),
      stdout: place.programs,
    }],
  },
  clippy: {
    title: 'clippy, which compiled, finds nothing to warn of',
    programs: ['cargo'],
    needs: ['build'],
    lane: 'beside',
    commands: (place) => [{ words: ['node', join(place.root, 'scripts/testing/lints.mjs'), place.logOf('build')], certain: true }],
  },
  format: {
    title: 'rustfmt finds nothing to change',
    programs: ['cargo'],
    lane: 'beside',
    commands: () => [certain('cargo', 'fmt', '--all', '--check')],
  },
  packages: {
    title: 'npm installs what the tests and scripts outside cargo need',
    programs: ['node', 'npm'],
    lane: 'beside',
    commands: (place) => PACKAGES.flatMap((folder) => npmPackages(place, folder)),
  },
  dependencies: {
    title: 'every dependency is one that deny.toml allows',
    programs: ['cargo', 'node'],
    needs: ['packages'],
    lane: 'beside',
    commands: (place) => {
      const commands = [certain('node', 'scripts/testing/check-dependencies.mjs')];
      // Its advisories need the network and change by the day; they have no part in whether this source is sound.
      if (place.has('cargo-deny')) commands.push(certain('cargo', 'deny', '--all-features', 'check', 'bans', 'licenses', 'sources'));
      return commands;
    },
  },
  lint: {
    title: 'oxlint finds no fault in JavaScript',
    programs: ['node'],
    needs: ['packages'],
    lane: 'beside',
    commands: (place) => [{ words: ['tests/browser/node_modules/.bin/oxlint', 'static', 'tests', 'scripts'], cwd: place.root, certain: true }],
  },
  types: {
    title: "the types of the pages' modules",
    programs: ['node'],
    needs: ['packages'],
    lane: 'beside',
    commands: (place) => [{ words: ['tests/browser/node_modules/.bin/tsc', '--project', '.', '--pretty', 'false'], cwd: place.root, certain: true }],
  },
  javascript: {
    title: "the pages' modules",
    programs: ['node'],
    lane: 'beside',
    commands: (place) => [nodeTests(place, 'tests/js')],
  },
  scripts: {
    title: "the scripts' modules",
    programs: ['node'],
    needs: ['packages'],
    lane: 'beside',
    commands: (place) => [nodeTests(place, 'tests/scripts')],
  },
  tests: {
    title: 'unit, property and API tests',
    programs: ['cargo', 'cc', 'curl', 'node', 'postgres', 'nginx', 'haproxy', 'caddy', 'faketime', 'nats'],
    needs: ['build'],
    lane: 'front',
    width: 2,
    commands: (place) => {
      // Most tests of the interface wait for servers, clocks and databases: with one for each processor these would be idle half
      // of the time.
      const threads = ['--test-threads', process.env.RUST_TEST_THREADS ?? '4'];
      const programs = readTestPrograms(place.programs);
      const isLong = ({ name }) => name === 'server api';
      // The longest begins first, and the others follow each other beside it.
      return [...programs.filter(isLong), ...programs.filter((each) => !isLong(each))].map((each) => testCommand(each, isLong(each) ? threads : []));
    },
  },
  openapi: {
    title: 'the interface is as it describes itself, on each database, and clients made of that play games',
    programs: ['cargo', 'node', 'npm', 'postgres', 'python'],
    needs: ['packages', 'build'],
    lane: 'beside',
    commands: (place) => interfaceTests(place, testFiles(place.root, 'tests/openapi')),
  },
  gnugo: {
    title: 'whole games, games between bots and records by GNU Go, and the engine with it as referee',
    programs: ['cargo', 'cc', 'node', 'gnugo'],
    needs: ['packages', 'build'],
    lane: 'beside',
    commands: (place) => [
      { name: 'games', words: ['scripts/gnugo-games'], reads: 'gnugo' },
      { name: 'bots', words: ['scripts/bot-games', '--games', '6'], reads: 'gnugo' },
      {
        name: 'records',
        words: ['scripts/gnugo-records', '--exports', '12'],
        env: { RANDOM_RECORDS: program(place, 'examples/random_records') },
        reads: 'gnugo',
      },
      // Each pair of the engine's options, and 19x19 twice.
      referee(place, '--random', '20', '--own', '4'),
    ],
  },
  docs: {
    title: 'rustdoc finds nothing to warn of, and the examples in the documentation run',
    programs: ['cargo', 'cc', 'node'],
    needs: ['build'],
    lane: 'beside',
    commands: (place) => [{
      words: ['cargo', 'test', '--locked', '--workspace', '--no-fail-fast', '--doc'],
      env: { ...COMPILER, RUSTDOC: join(place.root, 'scripts/testing/rustdoc') },
      reads: 'cargo',
    }],
  },
  container: {
    title: 'Dockerfile, compose files and units of systemd fit the server',
    programs: ['node', 'postgres', 'haproxy', 'nats', 'systemd'],
    needs: ['packages', 'build'],
    lane: 'beside',
    commands: (place) => [nodeTests(place, 'tests/container')],
  },
  examples: {
    title: 'the programs in docs/examples.md do as the page says',
    programs: ['node', 'python'],
    needs: ['build'],
    lane: 'beside',
    commands: (place) => [nodeTests(place, 'tests/examples')],
  },
  browser: {
    title: 'the pages in Chromium',
    programs: ['node', 'shell', 'postgres', 'zbarimg', 'fontconfig', 'fonts'],
    needs: ['packages', 'build'],
    lane: 'front',
    commands: (place) => [browserTests(place)],
  },
  attack: {
    title: 'what one stranger can do to the server',
    programs: ['node', 'python'],
    needs: ['build'],
    lane: 'front',
    alone: true,
    // The program here is not optimised, and all attacks at once took 41 to 62 MiB of it in four runs. Its allocator keeps free memory
    // for a second, as much as the worst second took: the figure would tell how busy the machine is. So would times, which the long run
    // holds.
    commands: (place) => [{
      words: ['scripts/attack', 'all', '--bin', program(place, 'tengen'), '--seconds', '2', '--memory', '48', '--untimed'],
      env: { MIMALLOC_PURGE_DELAY: '0' },
    }],
  },
};

/** The files that tests/browser chooses: all of them in the long run, and else not every language. */
export function browserTests(place, more = {}) {
  // In the default run the pages take turns. The long run has TENGEN_LONG in `more`, which wins.
  const env = { TENGEN_BY_TURNS: '1', ...more };
  const chosen = execFileSync('node', ['tests/browser/chosen-files.mjs'], {
    cwd: place.root, env: { ...process.env, ...env }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A page, its browser and its server wait for each other: two files at once leave a quarter of two processors idle.
  return nodeCommand(place, chosen.trim().split('\n'), { atOnce: 3, env });
}

/** GNU Go as the judge of the engine's games. */
export function referee(place, ...words) {
  return { name: 'referee', words: [program(place, 'examples/gnugo_referee'), ...words], reads: 'gnugo' };
}

/** What npm installs in a folder. */
function npmPackages(place, folder) {
  return [
    { words: ['node', join(place.root, 'scripts/testing/no-registry.mjs'), `${folder}/package-lock.json`], certain: true },
    // Not with --prefix: that would also change which of the machine's npm settings are read.
    { words: ['npm', 'ci', '--no-audit', '--no-fund'], cwd: join(place.root, folder) },
  ];
}

/** Other programs' records, which come with the packages of their tests, by a check and by an import. */
export function fixtureTests(place) {
  const env = { SGFMILL: join(place.target, 'fixtures', 'sources') };
  return [...npmPackages(place, 'tests/fixtures'), ...pythonSources(place), nodeCommand(place, testFiles(place.root, 'tests/fixtures'), { env })];
}

/** The sources of a package in Python, tests included, in a folder of their own, which is filled again when the list changes. */
function pythonSources(place) {
  const folder = join(place.target, 'fixtures');
  const sources = join(folder, 'sources');
  return unlessKept(folder, join(place.root, 'tests/fixtures/requirements.txt'), (list) => [
    { words: [join(folder, 'bin/pip'), 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-binary', ':all:', '--dest', sources, '-r', list] },
    { words: ['bash', '-c', 'tar -xzf "$1"/*.tar.gz -C "$1" --strip-components 1', 'bash', sources] },
  ]);
}

/** Tests of the interface beside its description: those of these files. */
export function interfaceTests(place, files) {
  const env = { SCHEMATHESIS: join(place.target, 'openapi', 'bin', 'schemathesis') };
  return [...pythonPackages(place), nodeCommand(place, files, { env })];
}

/**
 * The programs in Python that read the interface's description have a folder of their own beside the programs, which is filled
 * again when its list changes.
 */
function pythonPackages(place) {
  const folder = join(place.target, 'openapi');
  return unlessKept(folder, join(place.root, 'tests/openapi/requirements.txt'), (list) => [
    { words: [join(folder, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '-r', list] },
  ]);
}

/** The commands that fill a folder for programs in Python by a list; none if it was filled by the same list. */
function unlessKept(folder, list, commands) {
  const kept = join(folder, 'requirements.txt');
  if (existsSync(kept) && readFileSync(kept, 'utf8') === readFileSync(list, 'utf8')) return [];
  return [
    { words: ['python3', '-m', 'venv', '--clear', folder] },
    ...commands(list),
    // Last of all: a folder that was left half full has no list.
    { words: ['cp', list, kept] },
  ];
}
