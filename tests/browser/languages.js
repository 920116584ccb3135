// The languages of the pages, and which of them a run looks at on every page.

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { LONG_RUN } from './long-run.js';

/** That of the other catalogues' originals: its pages are looked at in all respects. */
export const FIRST = 'en';

export const LANGUAGES = readdirSync(new URL('../../static/text/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory()).map(({ name }) => name);

/**
 * The first language and one of the others, by turns: each commit has the language of its name, so that a
 * second run of a commit is the same. TENGEN_LANGUAGES chooses others: codes with commas between them, or
 * `all`.
 */
export function chosenLanguages(wish = process.env.TENGEN_LANGUAGES, commit = head()) {
  if (wish === 'all') return LANGUAGES;
  if (wish) {
    const wished = wish.split(',');
    const unknown = wished.filter((language) => !LANGUAGES.includes(language));
    if (unknown.length > 0) throw new Error(`TENGEN_LANGUAGES names ${unknown}; there are ${LANGUAGES}`);
    return wished;
  }
  const others = LANGUAGES.filter((language) => language !== FIRST);
  return [FIRST, others[numberOf(commit) % others.length]];
}

/** In so many turns the commits go through the pages in each language but the first. */
const TURNS = 3;

/**
 * Whether this run looks at a third of the pages alone in a language. The default run does so in each language
 * but the first: it sets TENGEN_BY_TURNS. Languages that TENGEN_LANGUAGES names are looked at on all pages, and
 * so are all languages in the long run.
 */
export function takesTurns(language, { turns = process.env.TENGEN_BY_TURNS, wish = process.env.TENGEN_LANGUAGES, long = LONG_RUN } = {}) {
  return Boolean(turns) && language !== FIRST && !wish && !long;
}

/** Of all pages those at which this run looks in a language: all, or each third one by turns of the commits. */
export function pagesByTurns(pages, language, { commit, ...run } = {}) {
  if (!takesTurns(language, run)) return pages;
  const turn = Math.floor(numberOf(commit ?? head()) / (LANGUAGES.length - 1)) % TURNS;
  return pages.filter((_, at) => at % TURNS === turn);
}

/**
 * How browsers call the languages. Another English is English, and whoever wishes for none of ours gets it,
 * too.
 */
const LOCALES = { 'ja-JP': 'ja', 'ko-KR': 'ko', 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' };

/**
 * Of a list of locales, or of entries that begin with one, those of this run: the ones of its languages, and
 * of a list without these the first. In the long run all.
 */
export function byTurns(list) {
  if (LONG_RUN) return list;
  const languages = chosenLanguages();
  const chosen = list.filter((entry) => languages.includes(LOCALES[[entry].flat()[0]] ?? FIRST));
  return chosen.length > 0 ? chosen : list.slice(0, 1);
}

const numberOf = (commit) => Number.parseInt(commit.slice(0, 8), 16);

/** The name of the commit that is checked out. */
function head() {
  const options = { cwd: fileURLToPath(new URL('.', import.meta.url)), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] };
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], options);
  } catch (error) {
    throw new Error(`no commit chooses a language here: name some in TENGEN_LANGUAGES (${error.message.trim()})`, { cause: error });
  }
}
