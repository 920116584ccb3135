import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

import { parseToml } from '../browser/npm-packages.js';
import { environment, execForm } from './dockerfile.mjs';
import { crates, dockerfile, help, ignored, manifest, ROOT } from './project.mjs';

const LAST = Math.max(...dockerfile.map(({ stage }) => stage));
const named = (name) => dockerfile.filter((instruction) => instruction.name === name);
const ofLastStage = (name) => named(name).filter(({ stage }) => stage === LAST);
const BUILT = new Set(partsOf('server'));
const copied = named('COPY').filter(({ flags }) => !flags.some((flag) => flag.startsWith('--from=')));

test('the compiler is the one that Cargo.toml asks for', () => {
  const { 'rust-version': version } = manifest.workspace.package;
  const [base] = named('FROM');
  assert.match(base.args[0], new RegExp(`^rust:${version.replace('.', '\\.')}(\\.\\d+)?-`));
});

test('the program runs on the system that it was built for', () => {
  const release = (instruction) => /(bookworm|trixie|forky)/.exec(instruction.args[0])?.[1];
  const bases = named('FROM');
  assert.equal(release(bases.at(-1)), release(bases[0]));
});

test('what is copied exists and is not ignored', () => {
  assert.equal(ignored[0], '*', '.dockerignore begins by leaving everything out');
  for (const { args } of copied) {
    for (const source of args.slice(0, -1)) {
      assert.ok(existsSync(join(ROOT, source)), `${source} does not exist`);
      assert.ok(ignored.includes(`!${source.split('/')[0]}`), `${source} is left out by .dockerignore`);
    }
  }
});

test('every crate of the workspace is in the layer of dependencies', () => {
  assert.deepEqual(manifest.workspace.members, ['crates/*']);
  const manifests = copied.flatMap(({ args }) => args.slice(0, -1)).filter((source) => source.endsWith('/Cargo.toml'));
  assert.deepEqual(manifests.map((source) => basename(dirname(source))).sort(), crates);
});

test('the layer of dependencies is a workspace that cargo accepts', () => {
  const directory = mkdtempSync(join(tmpdir(), 'tengen-dockerfile-'));
  try {
    const before = dockerfile.slice(0, dockerfile.findIndex(({ name }) => name === 'RUN'));
    for (const { name, args } of before) {
      if (name !== 'COPY') continue;
      const target = join(directory, args.at(-1));
      for (const source of args.slice(0, -1)) {
        const place = args.at(-1).endsWith('/') ? join(target, basename(source)) : target;
        mkdirSync(dirname(place), { recursive: true });
        cpSync(join(ROOT, source), place, { recursive: true });
      }
    }
    // The same commands, but in place of the build only a note of the files that cargo would find.
    const [stubs] = named('RUN');
    const commands = stubs.text.replace(/cargo build[^&]*/, "find crates -name '*.rs' > stubs ");
    assert.notEqual(commands, stubs.text);
    execFileSync('sh', ['-ec', commands], { cwd: directory });
    const sources = readFileSync(join(directory, 'stubs'), 'utf8').trim().split('\n').sort();
    assert.deepEqual(sources, crates.flatMap(targets).sort());
    for (const crate of crates) assert.deepEqual(readdirSync(join(directory, 'crates', crate)), ['Cargo.toml']);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('every file that the sources take in at compile time is copied', () => {
  const places = copied.filter(({ args }) => !args[0].endsWith('.toml')).flatMap(({ args }) => args.slice(0, -1));
  // What tests and benchmarks alone need is not built there, and may include any file.
  const sources = crates.filter((crate) => BUILT.has(crate)).flatMap((crate) => {
    const buildScript = join(ROOT, 'crates', crate, 'build.rs');
    return [...sourceFiles(join(ROOT, 'crates', crate, 'src')), ...(existsSync(buildScript) ? [buildScript] : [])];
  });
  assert.ok(sources.length > 10);
  let found = 0;
  for (const file of sources) {
    const text = readFileSync(file, 'utf8');
    const crate = join(ROOT, 'crates', file.slice(join(ROOT, 'crates/').length).split('/')[0]);
    const included = [...text.matchAll(/include_(?:str|bytes)!\(\s*"([^"]+)"/g)].map((match) => resolve(dirname(file), match[1]));
    // A build script says which folders it takes in.
    const embedded = [...text.matchAll(/cargo:rerun-if-changed=([^"]+)"/g)].map((match) => resolve(crate, match[1]));
    for (const path of [...included, ...embedded]) {
      found += 1;
      const inside = places.some((place) => `${path}/`.startsWith(`${join(ROOT, place)}/`));
      assert.ok(inside, `${file} takes in ${path}, which the Dockerfile does not copy`);
      assert.ok(existsSync(path), `${file} takes in ${path}, which does not exist`);
    }
  }
  assert.ok(found > 1, 'the pages and the migrations are taken in somewhere');
});

test('it does not run as root', () => {
  const user = ofLastStage('USER').at(-1)?.args[0] ?? 'root';
  assert.match(user, /^[1-9]\d*:[1-9]\d*$/, 'a number, so that an orchestrator can see that it is not root');
});

test('the data directory is its user\'s alone', () => {
  const made = ofLastStage('RUN').map(({ text }) => text).join('\n');
  assert.match(made, /install --directory --owner tengen --group tengen --mode 0700 \/var\/lib\/tengen/);
});

test('options and variables are the server\'s own', () => {
  const known = help('serve');
  const variables = ofLastStage('ENV').flatMap(({ text }) => Object.keys(environment(text)));
  assert.ok(variables.length > 0);
  for (const name of variables) assert.ok(known.variables.has(name), `tengen serve does not know ${name}`);
  const words = [...execForm(ofLastStage('ENTRYPOINT')[0].text), ...execForm(ofLastStage('CMD')[0].text)];
  assert.deepEqual(words.slice(0, 2), ['tengen', 'serve']);
  for (const option of words.slice(2)) assert.ok(known.options.has(option.split('=')[0]), option);
});

test('the port, the data directory and the health check belong together', () => {
  const variables = Object.assign({}, ...ofLastStage('ENV').map(({ text }) => environment(text)));
  const [exposed] = ofLastStage('EXPOSE');
  assert.equal(variables.TENGEN_LISTEN, `0.0.0.0:${exposed.args[0]}`);
  assert.deepEqual(ofLastStage('VOLUME').map(({ args }) => args[0]), [variables.TENGEN_DATA_DIR]);
  const words = execForm(ofLastStage('HEALTHCHECK')[0].text);
  assert.equal(words[0], 'tengen');
  help(words[1]);
});

/** A crate of the workspace with all those that it is built of. */
function partsOf(crate) {
  const { dependencies = {}, 'build-dependencies': before = {} } = parseToml(
    readFileSync(join(ROOT, 'crates', crate, 'Cargo.toml'), 'utf8'),
  );
  const names = Object.keys({ ...dependencies, ...before }).map((name) => name.replace(/^tengen-/, ''));
  return [crate, ...names.filter((name) => crates.includes(name)).flatMap(partsOf)];
}

/** The files without which cargo refuses a crate: its library, and the files that its manifest names. */
function targets(crate) {
  const named = parseToml(readFileSync(join(ROOT, 'crates', crate, 'Cargo.toml'), 'utf8'));
  const explicit = [['bin', 'src/bin'], ['bench', 'benches'], ['test', 'tests'], ['example', 'examples']].flatMap(
    ([kind, place]) => (named[kind] ?? []).map(({ name, path }) => path ?? `${place}/${name}.rs`),
  );
  return ['src/lib.rs', ...explicit].map((path) => `crates/${crate}/${path}`);
}

function sourceFiles(directory) {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.rs'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
