// `main.mjs --programs OPTION...` prints the programs that a run with these options needs; `main.mjs OPTION...` runs it.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { endAll } from './command.mjs';
import { PARTS } from './long.mjs';
import { USAGE, UsageError, parse, withNeeds } from './options.mjs';
import { RunRecord, told } from './run-record.mjs';
import { Run, inTurn } from './run.mjs';
import { STEPS } from './steps.mjs';

// What a whole run takes of the disk from nothing.
const ROOM_GB = 9;

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
process.chdir(root);

function targetDirectory() {
  const args = ['metadata', '--format-version', '1', '--no-deps', '--offline'];
  return JSON.parse(execFileSync('cargo', args, { encoding: 'utf8', maxBuffer: 1 << 26 })).target_directory;
}

/** A full disk fails tests one by one, with a different word each: better once, and before. */
function checkRoom(target) {
  mkdirSync(target, { recursive: true });
  if (existsSync(`${target}/debug`)) return;
  const { bavail, bsize } = statfsSync(target);
  const free = (bavail * bsize) / 2 ** 30;
  if (free < ROOM_GB) throw new UsageError(`the whole run takes ${ROOM_GB} GB of disk in ${target}, and ${free.toFixed(0)} are free`);
}

/** The runs that these options ask for, one after the other. */
async function runsOf(options) {
  if (options.kind === 'run') {
    const names = options.only ?? Object.keys(STEPS);
    const asked = options.only ? `--only ${options.only.join(',')}` : 'everything';
    return [{ steps: withNeeds(STEPS, names), asked, whole: options.only === null, secondTries: true }];
  }
  if (options.kind === 'long') {
    return options.parts.map((part) => ({ steps: PARTS[part].steps, asked: `--long ${part}`, whole: false, secondTries: false, part }));
  }
  const { stepsOfChange } = await import('./changed.mjs');
  const { steps, leftOut } = stepsOfChange(root);
  return [{ steps, asked: '--changed', whole: false, secondTries: false, leftOut }];
}

function list() {
  for (const [name, { title }] of Object.entries(STEPS)) console.log(`${name.padEnd(14)}${title}`);
  console.log('\nWith --long:');
  for (const [name, { title }] of Object.entries(PARTS)) console.log(`${name.padEnd(14)}${title}`);
}

function last() {
  const record = new RunRecord(targetDirectory());
  const run = record.lastRun();
  console.log(run ? told(run).join('\n') : 'nothing has run here');
  for (const [part, long] of record.lastLong(Object.keys(PARTS))) {
    console.log(long ? `\n${told(long).join('\n')}` : `\n--long ${part}: not run here`);
  }
}

async function main(words) {
  const asksPrograms = words[0] === '--programs';
  const options = parse(asksPrograms ? words.slice(1) : words, Object.keys(STEPS), Object.keys(PARTS));
  const told = { list, last, help: () => process.stdout.write(USAGE) }[options.kind];
  if (told) {
    if (!asksPrograms) told();
    return true;
  }
  const runs = await runsOf(options);
  if (asksPrograms) {
    const steps = runs.flatMap((run) => Object.values(run.steps));
    console.log([...new Set(steps.flatMap((step) => step.programs))].join(' '));
    return true;
  }
  const target = targetDirectory();
  if (runs.some(({ steps }) => steps.build)) checkRoom(target);
  // Nobody goes on from such a build, or looks at it with a debugger.
  if (process.env.CI === 'true') Object.assign(process.env, { CARGO_INCREMENTAL: '0', CARGO_PROFILE_DEV_DEBUG: 'false' });
  Object.assign(process.env, {
    CARGO_TERM_COLOR: 'never', NO_COLOR: '1', TENGEN_BIN: `${target}/debug/tengen`, TENGEN_BOT_BIN: `${target}/debug/tengen-bot`,
  });
  return inTurn(runs, async ({ steps, leftOut, ...manner }) => {
    const ok = await new Run({ root, target }, new RunRecord(target), steps, manner).all();
    for (const line of leftOut ?? []) console.log(`left out: ${line}`);
    return ok;
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    endAll();
    process.exit(130);
  });
}
try {
  if (!await main(process.argv.slice(2))) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`scripts/test: ${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
} finally {
  endAll();
}
