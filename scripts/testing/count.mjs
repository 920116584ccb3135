// `count.mjs FORMAT LOG` prints how many tests passed and failed, read from what the tests themselves printed.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sum = (numbers) => numbers.reduce((total, number) => total + Number(number), 0);

function matches(log, pattern) {
  return [...log.matchAll(pattern)].map((match) => match[1]);
}

const FORMATS = {
  /** One line for each test program: `test result: ok. 12 passed; 0 failed; 0 ignored; ...`. */
  cargo: (log) => ({
    passed: sum(matches(log, /^test result: \w+\. (\d+) passed;/gm)),
    failed: sum(matches(log, /^test result: \w+\. \d+ passed; (\d+) failed;/gm)),
  }),
  /** The summary of `node --test`. What did not run to its end has not passed: it was cancelled, skipped or a to-do. */
  node: (log) => ({
    passed: sum(matches(log, /^ℹ pass (\d+)$/gm)),
    failed: sum(matches(log, /^ℹ (?:fail|cancelled|skipped|todo) (\d+)$/gm)),
  }),
  /** The last lines of scripts/gnugo-games, scripts/bot-games, scripts/gnugo-records and the engine's gnugo_referee. */
  gnugo: (log) => ({
    passed: sum(matches(log, /^GNU Go: (\d+) games agreed,/gm)),
    failed: sum(matches(log, /^GNU Go: \d+ games agreed, (\d+) failed;/gm)),
  }),
};

/** @param {'cargo' | 'node' | 'gnugo'} format */
export function count(format, log) {
  return FORMATS[format](log);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , format, file] = process.argv;
  const { passed, failed } = count(format, readFileSync(file, 'utf8'));
  console.log(`${passed} ${failed}`);
}
