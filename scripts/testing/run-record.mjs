// What runs leave in the target folder: how the last one went, how long each step takes here, and which tests once passed
// only the second time.

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WHOLE = 'test-run.json';
const PART = 'test-run-part.json';
const TIMES = 'test-times.json';
const FLAKY = 'test-flaky.json';
const LONG = 'test-long';

function read(file, otherwise) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : otherwise;
}

/** Whole or not at all: whoever ends the run in this moment leaves the file of before. */
function write(file, value) {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

export class RunRecord {
  constructor(target) {
    this.target = target;
    mkdirSync(join(target, LONG), { recursive: true });
    this.times = read(join(target, TIMES), {});
  }

  /** The seconds that a step took the last time it passed on this machine, or null. */
  lastSeconds(step) {
    return this.times[step] ?? null;
  }

  keepSeconds(step, seconds) {
    this.times[step] = Math.round(seconds);
    write(join(this.target, TIMES), this.times);
  }

  /** The tests that passed only the second time in earlier runs, with the commit at which each was first seen. */
  get flaky() {
    return read(join(this.target, FLAKY), {});
  }

  keepFlaky(name, commit) {
    write(join(this.target, FLAKY), { ...this.flaky, [name]: commit });
  }

  /** @param {boolean} whole whether all steps of a default run were asked for */
  keepRun(run, whole) {
    write(join(this.target, whole ? WHOLE : PART), run);
  }

  keepLong(part, run) {
    write(join(this.target, LONG, `${part}.json`), run);
  }

  /** The newest of the last whole run and the last run of some steps, or null. */
  lastRun() {
    const runs = [WHOLE, PART].map((name) => read(join(this.target, name), null)).filter(Boolean);
    return runs.sort((a, b) => b.began.localeCompare(a.began))[0] ?? null;
  }

  lastLong(parts) {
    return parts.map((part) => [part, read(join(this.target, LONG, `${part}.json`), null)]);
  }
}

/** A run as a table of lines for the terminal. */
export function told(run) {
  const lines = [`${run.asked} at ${run.commit.slice(0, 10)}${run.clean ? '' : ', changed'}, begun ${run.began}, ${run.seconds} s`];
  for (const step of run.steps) lines.push(toldStep(step));
  for (const { step, name } of run.failures) lines.push(`FAILED ${step}: ${name}`);
  for (const { step, name } of run.flaky) lines.push(`FLAKY ${step}: ${name}`);
  lines.push(`${run.passed} passed, ${run.failed} failed`);
  return lines;
}

export function toldStep({ name, seconds, processor, passed, failed, because }) {
  const counts = passed + failed > 0 ? `${passed} passed, ${failed} failed` : '';
  const figures = `${name.padEnd(14)}${String(seconds).padStart(6)} s${String(processor).padStart(7)} s of processor`;
  return `${figures}  ${[counts, because].filter(Boolean).join('; ')}`.trimEnd();
}
