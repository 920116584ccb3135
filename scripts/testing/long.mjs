// The parts of the long run: each goes on where a step of the default run ends, and is run by itself. CONTRIBUTING.md has the
// table of them.

import { randomInt } from 'node:crypto';

import { COMPILER, readTestPrograms, testCommand } from './cargo-tests.mjs';
import { nodeTests } from './node-tests.mjs';
import { STEPS, browserTests, fixtureTests, interfaceTests, referee } from './steps.mjs';

// Seeds are random and printed, and there are so many times as many cases.
const longer = (times) => ({ TENGEN_LONG: String(times), PROPTEST_RNG_SEED: String(randomInt(2 ** 31)) });
const STRESS_ROUNDS = 3;
const STRESS_THREADS = 16;

/** One step behind those that it needs. */
function part(name, title, programs, commands, { needs = ['build'], ...more } = {}) {
  const step = { title, programs, needs, lane: 'front', commands, ...more };
  const names = Object.keys(STEPS).filter((each) => needs.includes(each));
  return { title, steps: { ...Object.fromEntries(names.map((each) => [each, STEPS[each]])), [name]: step } };
}

const long = (command, times) => ({ ...command, env: { ...command.env, ...longer(times) } });
/** A script that builds what it needs, with the compiler of the build. */
const script = (reads, ...words) => ({ words, env: COMPILER, reads });

const API = 'server api';
const api = (place) => readTestPrograms(place.programs).find(({ name }) => name === API);

/** A script that runs tests of the interface: those that are built. Made by a command of its own, dependencies would be compiled anew. */
const underFaults = (place, name) => ({ words: [name], env: { TENGEN_API_TESTS: api(place).executable }, reads: 'cargo' });

/** The programs of the crates that have random tests of their own: all but those that start servers. */
const unitPrograms = (place) => readTestPrograms(place.programs).filter(({ name }) => !name.endsWith(' api'));

export const PARTS = {
  counts: part('counts', 'the legal positions of 4x4', ['cargo', 'cc'], () => [
    // The smaller boards are among the tests. The number is OEIS A094777.
    { words: ['bash', '-c', `count=$(cargo run --locked --release -q -p tengen-rules --example count_positions -- "grid 4x4")
      echo "4x4 has $count legal positions"; [ "$count" = 24318165 ]`] },
  ], { needs: [] }),
  random: part('random', 'unit and property tests with random seeds, and forty times as many random games', ['cargo', 'cc', 'node', 'postgres'], (place) =>
    [
      ...unitPrograms(place).map((program) => long(testCommand(program), 40)),
      long(nodeTests(place, 'tests/js'), 20),
    ]),
  programs: part('programs', 'rustdoc finds nothing to warn of in programs without a library', ['cargo', 'cc'], () => [
    { words: ['cargo', 'doc', '--locked', '--no-deps', '--workspace'], env: { ...COMPILER, RUSTDOCFLAGS: '-D warnings' } },
  ]),
  referee: part('referee', 'many more games with GNU Go as referee', ['cargo', 'cc', 'gnugo'], (place) => [
    referee(place, '--random', '2000', '--own', '300'),
  ]),
  proposals: part('proposals', "the proposal of dead stones beside another library's, with GNU Go as referee", ['cargo', 'cc', 'node', 'npm', 'gnugo'], () => [
    // Fewer positions than in docs/benchmarks.md: GNU Go needs some ten seconds for the games and invasions of one number.
    script(undefined, 'scripts/proposal-duel', '--games', '40', '--invaded', '100'),
  ], { needs: ['packages'] }),
  games: part('games', 'whole games by GNU Go on large boards', ['cargo', 'cc', 'node', 'gnugo'], () => [
    script('gnugo', 'scripts/gnugo-games', '--all'),
  ], { needs: ['packages', 'build'] }),
  bots: part('bots', 'fifty games between bots, through a server and an engine that are killed', ['cargo', 'cc', 'node', 'gnugo'], () => [
    long(script('gnugo', 'scripts/bot-games', '--games', '50', '--sizes', '9,9,13,9,19'), 1),
  ], { needs: ['packages', 'build'] }),
  faults: part('faults', 'two hundred games while the server and its database fail', ['cargo', 'cc', 'postgres'], (place) => [
    underFaults(place, 'scripts/faults'),
  ]),
  cluster: part('cluster', 'two hundred games on three servers, while these, NATS and Postgres fail',
    ['cargo', 'cc', 'postgres', 'haproxy', 'nats', 'faketime'], (place) => [underFaults(place, 'scripts/cluster')]),
  databases: part('databases', 'on Postgres as well, the API tests of what asks no SQL of its own', ['cargo', 'cc', 'postgres'], (place) => [
    testCommand(api(place), ['--ignored', '::postgres', '--test-threads', '4']),
  ]),
  pages: part('pages', 'every page in every language, and the exhaustive tests of the pages', STEPS.browser.programs, (place) => [
    browserTests(place, longer(40)),
  ], { needs: ['packages', 'build'] }),
  openapi: part('openapi', 'many more requests of both kinds, with random seeds', STEPS.openapi.programs, (place) =>
    // In the clients made of the description nothing is random.
    interfaceTests(place, ['tests/openapi/schemathesis.test.mjs']).map((command) => long(command, 8)), { needs: ['packages', 'build'] }),
  fixtures: part('fixtures', "the records of other programs' own tests, by a check and by an import", ['cargo', 'cc', 'node', 'npm', 'python'], fixtureTests),
  attacks: part('attacks', 'each thing that one stranger can do to the server, for longer', ['cargo', 'cc', 'node', 'python', 'openssl', 'postgres'], () => [
    script(undefined, 'scripts/attack'),
    script(undefined, 'scripts/attack', 'searches', '--database', 'postgres'),
  ], { needs: [] }),
  stress: part('stress', 'the API tests three times, sixteen at once, beside a busy processor', STEPS.tests.programs, (place) =>
    Array.from({ length: STRESS_ROUNDS }, (_, round) => {
      const command = testCommand(api(place), ['--test-threads', String(STRESS_THREADS)]);
      const words = ['node', `${place.root}/scripts/testing/beside-busy.mjs`, ...command.words];
      return { ...command, words, name: `${API}, round ${round + 1}` };
    })),
};
