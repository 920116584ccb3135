// The lines of `timed`, added up.

/** What a package is called in these modules. */
export const key = ({ name, version }) => `${name} ${version}`;

/**
 * The packages that were compiled, dearest first: `{name, version, rust, c, seconds}`. Compilers that only told their version
 * were called for no package, and count for none.
 */
export function compilations(log) {
  const packages = new Map();
  for (const line of log.split('\n').filter(Boolean)) {
    const [name, version, language, user, system] = line.split(' ');
    const seconds = Number(user) + Number(system);
    if (!['rust', 'c'].includes(language) || !Number.isFinite(seconds)) throw new Error(`not a line of a compiler: ${line}`);
    if (name === '-') continue;
    const id = key({ name, version });
    const sum = packages.get(id) ?? { name, version, rust: 0, c: 0, seconds: 0 };
    sum[language] += seconds;
    sum.seconds += seconds;
    packages.set(id, sum);
  }
  return [...packages.values()].sort((one, other) => other.seconds - one.seconds);
}
