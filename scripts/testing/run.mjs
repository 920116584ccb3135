// Runs steps, goes on after a failure, tries once more what failed, and tells and keeps how everything went.

import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runCommand } from './command.mjs';
import { toldStep } from './run-record.mjs';
import { schedule, secondsLeft } from './schedule.mjs';
import { verdict } from './verdict.mjs';

// A run with more failures fails, however these would go alone.
const SECOND_TRIES = 2;
// Of a log that is shown because its step failed.
const SHOWN_CHARACTERS = 40_000;

/**
 * Does runs one after the other; the later ones, too, if one fails.
 *
 * @param {(run: any) => Promise<boolean>} does whether the run passed
 * @returns {Promise<boolean>} whether all passed
 */
export async function inTurn(runs, does) {
  let ok = true;
  for (const run of runs) ok = await does(run) && ok;
  return ok;
}

export class Run {
  /**
   * @param {{root: string, target: string}} place
   * @param {import('./run-record.mjs').RunRecord} record
   * @param {Record<string, import('./steps.mjs').Step>} steps
   * @param {{asked: string, whole: boolean, secondTries: boolean}} manner `asked`: in words; `whole`: all steps of a default run
   */
  constructor(place, record, steps, manner) {
    this.record = record;
    this.manner = manner;
    this.logs = join(place.target, 'test-logs');
    rmSync(this.logs, { recursive: true, force: true });
    mkdirSync(this.logs, { recursive: true });
    this.place = { ...place, programs: join(place.target, 'test-programs.json'), logOf: (name) => join(this.logs, `${name}.log`), has };
    this.steps = Object.entries(steps).map(([name, step]) => ({ ...step, name }));
    this.live = this.steps.length === 1;
    this.began = performance.now();
    this.results = new Map();
    this.running = new Map();
    this.failures = [];
    this.flaky = [];
    const git = (...words) => execFileSync('git', words, { cwd: place.root, encoding: 'utf8' }).trim();
    this.commit = git('rev-parse', 'HEAD');
    this.clean = git('status', '--porcelain') === '';
    this.date = new Date().toISOString();
  }

  /** @returns {Promise<boolean>} whether everything passed */
  async all() {
    await schedule(this.steps, (step) => this.#step(step), (step, missed) => this.#skip(step, missed));
    await this.#secondTries();
    const ok = this.failures.length === 0;
    this.#keep();
    console.log(`\n=== all in ${this.#seconds()} s`);
    for (const step of this.#ordered()) console.log(toldStep(step));
    for (const { step, name } of this.flaky) console.log(`FLAKY ${name} (${step}): both logs are in ${this.place.logOf(step)}`);
    for (const { step, name, because } of this.failures) console.log(`FAILED ${name} (${step}): ${because}; ${this.place.logOf(step)}`);
    const { passed, failed } = this.#sums();
    console.log(`${passed} passed, ${failed} failed`);
    return ok;
  }

  async #step(step) {
    const began = performance.now();
    const last = this.record.lastSeconds(step.name);
    const log = this.place.logOf(step.name);
    this.running.set(step.name, began);
    console.log(`\n=== ${step.name}: ${step.title}${last === null ? '' : `; ${last} s the last time`}${this.#left()}`);
    const result = { name: step.name, seconds: 0, processor: 0, passed: 0, failed: 0 };
    const [failed, outputs] = [[], []];
    writeFileSync(log, '');
    let commands;
    try {
      commands = step.commands(this.place);
    } catch (error) {
      appendFileSync(log, `${error.message}\n`);
      commands = [{ words: ['false'], certain: true, name: error.message }];
    }
    const queue = [...commands];
    const work = async () => {
      for (let command = queue.shift(); command; command = queue.shift()) {
        const name = command.name ?? command.words.join(' ');
        const own = step.width > 1 ? `${log}.${name.replaceAll(/[^\w-]+/g, '-')}` : log;
        appendFileSync(own, `$ ${told(command)}\n`);
        const { status, processor, output } = await this.#command(command, step, own);
        const { ok, passed, failed: count, failures, because } = verdict(command.reads, output, status);
        if (own !== log) appendFileSync(log, `$ ${told(command)}\n${output}`);
        result.processor += processor;
        result.passed += passed;
        result.failed += count;
        if (ok) continue;
        failed.push(...failuresOf(step, command, name, because, failures));
        outputs.push(output);
        // What follows in a step may need it.
        if (!command.reads) break;
      }
    };
    await Promise.all(Array.from({ length: Math.min(step.width ?? 1, queue.length) }, work));
    result.seconds = Math.round((performance.now() - began) / 1_000);
    result.processor = Math.round(result.processor);
    this.running.delete(step.name);
    this.results.set(step.name, result);
    if (!this.live) for (const output of outputs) console.log(shown(output));
    for (const { name, because } of failed) console.log(`FAILED: ${name} (${step.name}): ${because}`);
    this.failures.push(...failed);
    if (failed.length === 0) this.record.keepSeconds(step.name, result.seconds);
    console.log(`--- ${toldStep(result)}${this.#left()}`);
    return failed.length === 0;
  }

  #command(command, step, log) {
    const nice = step.lane === 'beside' && this.steps.length > 1;
    return runCommand({ cwd: this.place.root, ...command, nice }, log, this.live && !(step.width > 1));
  }

  #skip(step, missed) {
    const because = `not run, since ${missed} failed`;
    this.results.set(step.name, { name: step.name, seconds: 0, processor: 0, passed: 0, failed: 1, because });
    this.failures.push({ step: step.name, name: step.title, because, again: null });
  }

  /** What failed runs once more, alone: it may have been the machine. The run passes if it does, and says so. */
  async #secondTries() {
    if (!this.manner.secondTries || this.failures.length > SECOND_TRIES || this.failures.some(({ again }) => again === null)) return;
    for (const failure of [...this.failures]) {
      const { step, name, again } = failure;
      const log = this.place.logOf(step);
      console.log(`\n=== once more, alone: ${name}`);
      appendFileSync(log, `\n=== once more, alone: ${name}\n`);
      const { status, output } = await this.#command(again, this.steps.find((each) => each.name === step), log);
      if (!verdict(again.reads, output, status).ok) {
        console.log(`${shown(output)}\nFAILED again: ${name}`);
        continue;
      }
      this.flaky.push({ step, name });
      console.log(`FLAKY ${name}`);
      const known = this.record.flaky[name];
      if (known) {
        failure.because = `it was flaky before, at ${known.slice(0, 10)}: find its cause, then remove its line in test-flaky.json`;
        continue;
      }
      this.record.keepFlaky(name, this.commit);
      this.failures.splice(this.failures.indexOf(failure), 1);
      if (this.failures.some((other) => other.step === step)) continue;
      const result = this.results.get(step);
      result.passed += result.failed;
      result.failed = 0;
    }
  }

  #sums() {
    const sum = (key) => this.#ordered().reduce((total, step) => total + step[key], 0);
    return { passed: sum('passed'), failed: sum('failed') };
  }

  #ordered() {
    return this.steps.flatMap(({ name }) => this.results.get(name) ?? []);
  }

  #seconds() {
    return Math.round((performance.now() - this.began) / 1_000);
  }

  #left() {
    const undone = this.steps.filter(({ name }) => !this.results.has(name)).map((step) => {
      const began = this.running.get(step.name);
      return { ...step, last: this.record.lastSeconds(step.name), ran: began === undefined ? 0 : (performance.now() - began) / 1_000 };
    });
    const left = secondsLeft(undone);
    return left === null || undone.length === 0 ? '' : `; about ${Math.ceil(left / 60)} min left of all`;
  }

  #keep() {
    const run = {
      asked: this.manner.asked,
      commit: this.commit,
      clean: this.clean,
      began: this.date,
      seconds: this.#seconds(),
      ...this.#sums(),
      steps: this.#ordered(),
      failures: this.failures.map(({ step, name, because }) => ({ step, name, because })),
      flaky: this.flaky,
    };
    if (this.manner.part) this.record.keepLong(this.manner.part, run);
    else this.record.keepRun(run, this.manner.whole);
  }
}

/** One failure for each test that is named, else one for the command. */
function failuresOf(step, command, name, because, tests) {
  const failure = { step: step.name, because };
  if (tests.length === 0 || !command.again) return [{ ...failure, name, again: command.certain ? null : command }];
  return tests.map((test) => ({ ...failure, name: `${name} ${test}`, again: command.again(test) }));
}

/** As one would type it: with its variables, such as a seed. */
function told({ words, env = {} }) {
  return [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...words].join(' ');
}

function shown(output) {
  return output.length > SHOWN_CHARACTERS ? `...${output.slice(-SHOWN_CHARACTERS)}` : output;
}

function has(program) {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
