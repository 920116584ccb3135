// A Dockerfile as a list of stages, each a list of instructions.

/** `{name, args, flags, stage}` for each instruction; continued lines are joined, comments dropped. */
export function parseDockerfile(text) {
  const joined = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ');
  let stage = -1;
  return joined
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, rest] = /^\s*([A-Z]+)\s+(.*)$/.exec(line) ?? fail(line);
      if (name === 'FROM') stage += 1;
      const words = rest.trim().split(/\s+/);
      const flags = name === 'RUN' ? [] : words.filter((word) => word.startsWith('--'));
      return { name, stage, flags, args: words.slice(flags.length), text: rest.trim() };
    });
}

/** The words of `["a", "b"]`, the form that needs no shell. */
export function execForm(text) {
  const start = text.indexOf('[');
  if (start < 0) throw new Error(`not in exec form: ${text}`);
  return JSON.parse(text.slice(start));
}

/** `A=1 B="2"` as an object. */
export function environment(text) {
  return Object.fromEntries([...text.matchAll(/([A-Z_]+)=("[^"]*"|\S+)/g)].map(([, name, value]) => [name, value.replace(/"/g, '')]));
}

function fail(line) {
  throw new Error(`not a Dockerfile instruction: ${line}`);
}
