// The test programs that cargo has built, and how each is started, as a whole or for one test alone.
//
// They are started here and not by `cargo test`: cargo runs one after the other, although most of a test of the interface is waiting;
// and a test that runs again alone needs its program's name.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Clippy is the compiler: each crate of the workspace is compiled once, and its lints come with it, where `cargo clippy`
 * would check all crates a second time. What it makes differs from rustc's in nothing but a few optimisations of its
 * intermediate code.
 */
export const COMPILER = {
  RUSTC_WORKSPACE_WRAPPER: 'clippy-driver',
  CLIPPY_ARGS: '',
};

/** Everything of the workspace, as one set of features; a step that asked for fewer would compile dependencies once more. */
export const WHOLE_WORKSPACE = ['--locked', '--workspace'];

// As in .cargo/config.toml, which cargo alone reads.
const SEED = '361';

/** The programs that have the tests' harness, from cargo's messages: the artifacts of `cargo build --tests`. */
export function testPrograms(messages) {
  const programs = [];
  for (const line of messages.split('\n')) {
    if (!line.startsWith('{')) continue;
    const message = JSON.parse(line);
    if (message.reason !== 'compiler-artifact' || !message.profile.test || !message.executable) continue;
    if (message.target.kind.includes('bench')) continue;
    const crate = dirname(message.manifest_path);
    const name = `${crate.split('/').at(-1)} ${message.target.kind.includes('lib') ? 'lib' : message.target.name}`;
    programs.push({ name, executable: message.executable, crate });
  }
  return programs;
}

export function readTestPrograms(file) {
  const programs = testPrograms(readFileSync(file, 'utf8'));
  if (programs.length === 0) throw new Error(`${file} names no test program: the step "build" comes first`);
  return programs;
}

/** The command of one test program; `only` are names of tests in it. */
export function testCommand({ name, executable, crate }, words = []) {
  return {
    name,
    words: [executable, ...words],
    cwd: crate,
    // As cargo does: a test may look for files of its crate.
    env: { CARGO_MANIFEST_DIR: crate, PROPTEST_RNG_SEED: SEED },
    reads: 'cargo',
    again: (test) => testCommand({ name, executable, crate }, ['--exact', test]),
  };
}

/** The warnings in what cargo printed while it compiled, each with its place. */
export function warnings(log) {
  return log.split(/\n(?=warning|error)/).filter((text) => /^(warning|error)(\[|:)/.test(text) && /\n +--> /.test(text));
}
