// The test files of a run, one on a line: `node tests/browser/chosen-files.mjs`. The default run leaves some
// to the long run, which has TENGEN_LONG set and runs all.

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { chosenLanguages, LANGUAGES, takesTurns } from './languages.js';
import { LONG } from './long-files.js';
import { LONG_RUN } from './long-run.js';

const FOLDER = new URL('.', import.meta.url);

const everyPage = (language) => `every-page-${language}.test.js`;

/** All files with tests. */
export const allFiles = () => readdirSync(FOLDER).filter((name) => name.endsWith('.test.js')).sort();

/** The files of the default run, and those that are left to the long run. */
export function choose(languages = chosenLanguages()) {
  const left = [...Object.keys(LONG), ...LANGUAGES.filter((language) => !languages.includes(language)).map(everyPage)];
  const all = allFiles();
  const missing = [...LANGUAGES.map(everyPage), ...Object.keys(LONG)].filter((name) => !all.includes(name));
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} is missing in tests/browser`);
  return { usual: all.filter((name) => !left.includes(name)), left };
}

/** In words, which pages a run looks at in these languages. */
export function told(languages, run) {
  const [whole, parts] = [false, true].map((turns) => languages.filter((language) => takesTurns(language, run) === turns).join(' and '));
  return [whole && `every page in ${whole}`, parts && `a third of the pages in ${parts}`].filter(Boolean).join(', and ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const languages = LONG_RUN ? LANGUAGES : chosenLanguages();
  console.error(told(languages));
  for (const name of LONG_RUN ? allFiles() : choose(languages).usual) console.log(`tests/browser/${name}`);
}
