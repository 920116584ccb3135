// A person's choices for this device, kept in this browser. Those of a member are kept with the account, too: page/keep-settings.js.

const STORE = 'tengen.settings';

/** @typedef {typeof DEFAULTS} Settings */
const DEFAULTS = {
  theme: 'system', // system, light, dark
  board: 'kaya', // see board/looks.js
  stones: 'shell',
  loose: false, // stones lie beside their points a little
  sounds: true,
  volume: 100, // of 100
  coordinates: true,
  naming: 'letters', // see board/point-names.js
  numbers: true, // on the stones of a study board
  placing: 'auto', // auto, one, two, button
  more: false, // is all of the page of a running game open?
  name: '',
};

/** @type {Set<(name: keyof Settings, value: any, isHere?: boolean) => void>} */
const listeners = new Set();
let values = read();
/**
 * The settings that were changed in this tab.
 * @type {Set<keyof Settings>}
 */
const changedHere = new Set();

/** @returns {Settings} */
function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(STORE) ?? '{}') };
  } catch {
    // A browser may forbid storage altogether; the page works without.
    return { ...DEFAULTS };
  }
}

/** @type {<N extends keyof Settings>(name: N) => Settings[N]} */
export const setting = (name) => values[name];

/**
 * What a setting is where nobody has chosen.
 * @type {<N extends keyof Settings>(name: N) => Settings[N]}
 */
export const usualSetting = (name) => DEFAULTS[name];

/**
 * Whether a setting was changed in this tab. Another tab may be that of another member.
 * @type {(name: keyof Settings) => boolean}
 */
export const wasChangedHere = (name) => changedHere.has(name);

/**
 * @template {keyof Settings} N
 * @param {N} name
 * @param {Settings[N]} value
 */
export function change(name, value) {
  if (values[name] === value) return;
  values = { ...values, [name]: value };
  changedHere.add(name);
  try {
    localStorage.setItem(STORE, JSON.stringify(values));
  } catch {
    // Then the choice lasts as long as the page.
  }
  for (const listener of listeners) listener(name, value, true);
}

/**
 * `listener` is told the name and the value of a setting that has changed, and whether it was changed in this tab.
 * @param {(name: keyof Settings, value: any, isHere?: boolean) => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
}

// Another tab of the same browser is the same device.
globalThis.addEventListener?.('storage', (event) => {
  if (event.key !== STORE) return;
  const before = values;
  values = read();
  for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(values))) {
    if (before[name] === values[name]) continue;
    for (const listener of listeners) listener(name, values[name]);
  }
});
