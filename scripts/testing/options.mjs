// The options of scripts/test.

import { parseArgs } from 'node:util';

export const USAGE = `Usage: scripts/test [--only STEP[,STEP...] | --changed | --long [PART] | --last | --list]

Runs everything that must pass. On Debian and Ubuntu, as root or with passwordless sudo, it installs missing
programs with apt-get; elsewhere it names them and how to get them.

  --only STEP,...  run these steps alone, with those they need
  --changed        run what a change since main can break, in seconds, and say what is left out
  --long [PART]    run a part of what takes long, or all parts one after the other: they go on where the steps end
  --last           tell how the last run and the last long parts went
  --list           list the steps and the parts
`;

export class UsageError extends Error {}

/**
 * @param {string[]} words
 * @param {string[]} steps the names of all steps
 * @param {string[]} parts the names of all parts of the long run
 * @returns {{kind: 'run', only: string[] | null} | {kind: 'changed' | 'last' | 'list' | 'help'} | {kind: 'long', parts: string[]}}
 */
export function parse(words, steps, parts) {
  const options = {
    only: { type: 'string' }, changed: { type: 'boolean' }, long: { type: 'boolean' }, last: { type: 'boolean' },
    list: { type: 'boolean' }, help: { type: 'boolean' },
  };
  let read;
  try {
    read = parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error.message);
  }
  const { values, positionals } = read;
  const kinds = Object.keys(values);
  if (kinds.length > 1) throw new UsageError(`--${kinds.join(' and --')} do not go together`);
  const [kind = 'run'] = kinds;
  if (positionals.length > 0 && kind !== 'long') throw new UsageError(`unknown argument ${positionals[0]}`);
  if (kind === 'long') {
    for (const name of positionals) if (!parts.includes(name)) throw new UsageError(`no part ${name}; see --list`);
    return { kind, parts: positionals.length > 0 ? positionals : parts };
  }
  if (kind !== 'run' && kind !== 'only') return { kind };
  const only = values.only?.split(',') ?? null;
  for (const name of only ?? []) if (!steps.includes(name)) throw new UsageError(`no step ${name}; see --list`);
  return { kind: 'run', only };
}

/** The steps of these names, with all that they need, in the order of the whole. */
export function withNeeds(steps, names) {
  const wanted = new Set();
  const want = (name) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const need of steps[name].needs ?? []) want(need);
  };
  names.forEach(want);
  return Object.fromEntries(Object.entries(steps).filter(([name]) => wanted.has(name)));
}
