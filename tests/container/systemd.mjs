// Units of systemd as sections of settings, and files of variables.

/** `{section: {setting: [value, ...]}}`; a setting may be there several times. */
export function parseUnit(text) {
  const unit = {};
  let section = null;
  for (const line of lines(text)) {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (name) {
      section = unit[name] ??= {};
      continue;
    }
    const [, setting, value] = /^(\w+)=(.*)$/.exec(line) ?? fail(line);
    (section ?? fail(line))[setting] ??= [];
    section[setting].push(value);
  }
  return unit;
}

/** The variables of a file that `EnvironmentFile=` names. */
export function parseEnvironmentFile(text) {
  return Object.fromEntries(lines(text).map((line) => (/^([A-Z_]+)=(.*)$/.exec(line) ?? fail(line)).slice(1)));
}

function lines(text) {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

function fail(line) {
  throw new Error(`not understood: ${line}`);
}
