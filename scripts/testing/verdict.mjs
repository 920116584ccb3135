// Reads from the output of a test program how many tests passed, and which failed.

const sum = (numbers) => numbers.reduce((total, number) => total + Number(number), 0);

function matches(log, pattern) {
  return [...log.matchAll(pattern)].map((match) => match[1]);
}

const READERS = {
  /** One line for each program: `test result: ok. 12 passed; 0 failed; ...`. Before it stand the names of what failed. */
  cargo: (log) => ({
    passed: sum(matches(log, /^test result: \w+\. (\d+) passed;/gm)),
    failed: sum(matches(log, /^test result: \w+\. \d+ passed; (\d+) failed;/gm)),
    failures: matches(log, /^failures:\n((?: {4}\S.*\n)+)/gm).flatMap((names) => names.trim().split(/\n */)),
  }),
  /**
   * The summary of `node --test`. A test that was cancelled, skipped or marked as one to do has not passed. Its failures are
   * files: a file runs again as a whole.
   */
  node: (log) => ({
    passed: sum(matches(log, /^ℹ pass (\d+)$/gm)),
    failed: sum(matches(log, /^ℹ (?:fail|cancelled|skipped|todo) (\d+)$/gm)),
    failures: [...new Set(matches(log, /^test at (.+?):\d+:\d+$/gm))],
  }),
  /** The last lines of scripts/gnugo-games, scripts/bot-games, scripts/gnugo-records and the engine's gnugo_referee. */
  gnugo: (log) => ({
    passed: sum(matches(log, /^GNU Go: (\d+) games agreed,/gm)),
    failed: sum(matches(log, /^GNU Go: \d+ games agreed, (\d+) failed;/gm)),
    failures: [],
  }),
};

/**
 * The verdict on a program that ended with this status: a program that counts its tests has passed if some passed, none
 * failed, and its status is 0. Without a reader the status alone decides, and nothing is counted.
 *
 * @param {'cargo' | 'node' | 'gnugo' | undefined} reader
 * @returns {{ok: boolean, passed: number, failed: number, failures: string[], because: string | null}}
 */
export function verdict(reader, log, status) {
  const { passed, failed, failures } = reader ? READERS[reader](log) : { passed: 0, failed: 0, failures: [] };
  let because = null;
  if (failed > 0) because = `${failed} failed`;
  else if (status !== 0) because = `it ended with ${status}`;
  else if (reader && passed === 0) because = 'it ended well without having run a single test';
  return { ok: because === null, passed, failed: because ? Math.max(failed, 1) : 0, failures, because };
}
