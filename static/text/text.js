// Text for people. A key names a text in the catalogue; a text is a string with
// {names} to fill in, or one string for each plural form, chosen by `count`.
// The page's catalogue, in one language, is a script that runs before the modules.

/** Texts and their language; `later` says where themes are that not every reader of the page needs. */
const { language, languages, texts, later } = globalThis.tengenTexts;
/** Each of these takes milliseconds to make, before the first picture: they are made when they are needed. */
const plural = whenNeeded(() => new Intl.PluralRules(language));
const number = whenNeeded(() => new Intl.NumberFormat(language));
const short = whenNeeded(() => new Intl.NumberFormat(language, { notation: 'compact' }));
/** @type {Map<string, Promise<void>>} */
const fetched = new Map();

export { language, languages };

/**
 * Answers always the same, made at the first call.
 * @template T
 * @param {() => T} make
 */
export function whenNeeded(make) {
  /** @type {T} */
  let made;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Where dates and times are written as there: the first wish of the browser for the page's language and script, such as en-GB
 * for English, or else that language.
 * @param {string} language
 * @param {readonly string[]} wishes
 */
export function localeFor(language, wishes) {
  /** @param {string} tag */
  const script = (tag) => {
    try {
      const { language: one, script: its } = new Intl.Locale(tag).maximize();
      return `${one}-${its}`;
    } catch {
      // A browser may be set to what is no language.
      return null;
    }
  };
  return wishes.find((wish) => script(wish) === script(language)) ?? language;
}

export const locale = whenNeeded(() => localeFor(language, globalThis.navigator?.languages ?? []));

/** @type {(value: number) => boolean} */
const isSmall = (value) => Number.isInteger(value) && value >= 0 && value < 1000;

/**
 * A number as its readers write it. Every language here writes a small one with the same digits, and a half of points
 * is a text. Most pages have no other number: Intl takes tens of milliseconds of a slow phone before its first.
 * @param {number} value
 * @returns {string}
 */
function written(value) {
  if (isSmall(value)) return String(value);
  const whole = value - 0.5;
  return isSmall(whole) ? t('number.half', { whole }) : number().format(value);
}

/** The parameters in which points are named. */
const OF_POINTS = new Set(['at', 'point', 'points', 'stones']);
/** @type {(text: string) => string} */
let called = (text) => text;

/**
 * A page with a board says how its points are called: `call` is given a text with vertices.
 * @param {(text: string) => string} call
 */
export function callPoints(call) {
  called = call;
}

/**
 * A vertex, or a text with several, as points are called here.
 * @type {(text: string) => string}
 */
export const pointName = (text) => called(text);

/**
 * The text of a key with its `params`; the key itself where there is none.
 * @param {string} key
 * @param {Record<string, any>} params
 * @returns {string}
 */
export function t(key, params = {}) {
  const entry = texts[key];
  if (entry === undefined) return key;
  const text = typeof entry === 'string' ? entry : entry[plural().select(params.count)] ?? entry.other;
  return text.replace(/\{(\w+)\}/g, (/** @type {string} */ whole, /** @type {string} */ name) => {
    const value = params[name];
    if (value === undefined || value === null) return whole;
    if (typeof value === 'number') return written(value);
    return OF_POINTS.has(name) ? called(String(value)) : String(value);
  });
}

/**
 * Sentences after one another, with a space where the language has one.
 * @type {(all: string[]) => string}
 */
export const sentences = (all) => all.reduce((first, next) => t('sentences.two', { first, next }));

/**
 * A number where there is little room: 1200 as 1.2K.
 * @type {(value: number) => string}
 */
export const shortNumber = (value) => short().format(value);

/** @type {(key: string) => boolean} */
export const hasText = (key) => texts[key] !== undefined;

/** @param {string} address */
async function fetchTheme(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  Object.assign(texts, await answer.json());
}

/**
 * A theme that came with the page is here already. A theme that failed to come is asked for again the next time.
 * @param {string} theme
 */
function addTheme(theme) {
  if (!later[theme]) return null;
  if (!fetched.has(theme)) {
    fetched.set(theme, fetchTheme(later[theme]).catch((problem) => {
      fetched.delete(theme);
      throw problem;
    }));
  }
  return fetched.get(theme);
}

/**
 * A module that is being imported, once the themes that it needs are here as well. They may come later than the module
 * itself, which says nothing while it is evaluated or while its elements are taken up.
 * @type {<M>(module: Promise<M>, ...themes: string[]) => Promise<M>}
 */
export const withTexts = async (module, ...themes) => (await Promise.all([module, ...themes.map(addTheme)]))[0];
