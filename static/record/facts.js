// The headline of a record as a form has it: a text for each field, by its name.

/** @typedef {Record<string, string>} Facts */

const COLORS = ['black', 'white'];
const PERSON = ['name', 'rank', 'team'];
const OF_PLAYERS = COLORS.flatMap((color) => PERSON.map((field) => [color, field]));
const NUMBERS = ['komi', 'handicap'];
/** The most that are written, of stones and of points. */
const MOST = { stones: 255, komi: 625 };
const TEXTS = [
  'rules', 'time', 'overtime', 'name', 'date', 'place', 'event', 'round', 'opening', 'annotator', 'user', 'source', 'copyright', 'comment',
];

/**
 * All fields of a headline.
 * @param {any} info
 */
export function factsOf(info) {
  const facts = Object.fromEntries(OF_PLAYERS.map(([color, field]) => [`${color}.${field}`, info.players[color][field] ?? '']));
  facts.result = info.result?.text ?? '';
  for (const field of [...TEXTS, ...NUMBERS]) facts[field] = info[field] === null || info[field] === undefined ? '' : String(info[field]);
  return facts;
}

/**
 * A number as somebody typed it, with a point or a comma; NaN if it is none, and null of an empty field.
 * @param {string} text
 */
const numberIn = (text) => (text === '' ? null : /^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : NaN);

/**
 * The number of a field. No handicap is one of no stones.
 * @param {string} field
 * @param {string} text
 */
const valueOf = (field, text) => numberIn(text) ?? (field === 'handicap' ? 0 : null);

/**
 * The fields with which no headline can be: numbers that are none, or too large, and a komi that is no number of half points. One
 * that `saved` has may stay.
 * @param {Facts} facts
 * @param {Facts} saved
 */
export function faultsOf(facts, saved) {
  const komi = numberIn(facts.komi);
  const isKomi = facts.komi === saved.komi || komi === null || (Number.isInteger(2 * komi) && Math.abs(komi) <= MOST.komi);
  const stones = /** @type {number} */ (valueOf('handicap', facts.handicap));
  const isHandicap = Number.isInteger(stones) && stones >= 0 && stones <= MOST.stones;
  return [...(isKomi ? [] : ['komi']), ...(isHandicap ? [] : ['handicap'])];
}

/**
 * @param {string} field
 * @param {string} one
 * @param {string} other
 */
const isSame = (field, one, other) => (NUMBERS.includes(field) ? valueOf(field, one) === valueOf(field, other) : one === other);

/**
 * The names of the fields in which two headlines differ.
 * @param {Facts} saved
 * @param {Facts} facts
 */
export const changedFacts = (saved, facts) => Object.keys(facts).filter((field) => !isSame(field, saved[field], facts[field]));

/**
 * The changed fields as the protocol has them, or null if there are none.
 * @param {Facts} saved
 * @param {Facts} facts
 */
export function infoOf(saved, facts) {
  const changed = changedFacts(saved, facts);
  if (changed.length === 0) return null;
  /** @type {Record<string, any>} */
  const info = {};
  for (const field of changed) {
    const [color, part] = field.split('.');
    if (part) ((info.players ??= {})[color] ??= {})[part] = facts[field];
    else info[field] = NUMBERS.includes(field) ? valueOf(field, facts[field]) : facts[field];
  }
  return info;
}

/**
 * A headline with the facts of a draft, as the page shows it until the record is saved.
 * @param {any} info
 * @param {Facts} facts
 */
export function drafted(info, facts) {
  const saved = factsOf(info);
  const changed = new Set(changedFacts(saved, facts));
  const shown = { ...info, players: Object.fromEntries(COLORS.map((color) => [color, { ...info.players[color] }])) };
  for (const [color, field] of OF_PLAYERS) shown.players[color][field] = facts[`${color}.${field}`] || null;
  for (const field of TEXTS) shown[field] = facts[field] || null;
  for (const field of NUMBERS) shown[field] = valueOf(field, facts[field]);
  if (changed.has('time')) shown.main_time = null;
  // The server alone reads these.
  if (changed.has('rules')) shown.preset = null;
  if (changed.has('result')) shown.result = facts.result ? { text: facts.result, winner: null, by: null, margin: null } : null;
  return shown;
}
