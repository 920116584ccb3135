// Two lanes of steps at once: those in front, and beside them those that compute at a lower priority. Whichever lane is
// done helps the other, but a step in front begins in front alone: two of these at once would have more processes than a
// small machine has room for.

/**
 * @param {{name: string, needs?: string[], lane: 'front' | 'beside', alone?: boolean}[]} steps in their order; needs that
 *   are not among them are taken as met
 * @param {(step: object) => Promise<boolean>} run whether the step passed
 * @param {(step: object, missed: string) => void} skip is told of each step that can't run and of the failed step it needs
 */
export async function schedule(steps, run, skip) {
  const names = new Set(steps.map(({ name }) => name));
  const waiting = new Set(steps);
  const passed = new Map();
  let running = 0;
  let wake = () => {};
  let changed = new Promise((resolve) => { wake = resolve; });
  const change = () => {
    const before = wake;
    changed = new Promise((resolve) => { wake = resolve; });
    before();
  };

  const missed = ({ needs = [] }) => needs.find((need) => passed.get(need) === false);
  const ready = ({ needs = [] }) => needs.every((need) => !names.has(need) || passed.has(need));
  const next = (lane) => {
    const mine = [...waiting].filter((step) => ready(step) && (lane === 'front' || step.lane === 'beside'));
    mine.sort((a, b) => Number(a.lane !== lane) - Number(b.lane !== lane));
    return mine.find((step) => !step.alone || (running === 0 && [...waiting].every((other) => other.alone)));
  };

  async function work(lane) {
    while (waiting.size > 0) {
      const step = next(lane);
      if (!step) {
        await changed;
        continue;
      }
      waiting.delete(step);
      const without = missed(step);
      let ok = false;
      if (without) {
        skip(step, without);
      } else {
        running += 1;
        try {
          ok = await run(step);
        } finally {
          running -= 1;
        }
      }
      passed.set(step.name, ok);
      change();
    }
  }

  await Promise.all([work('front'), work('beside')]);
}

/**
 * How many seconds a run still takes, from how long the steps took the last time; null if that is not known of all.
 *
 * @param {{name: string, lane: string, alone?: boolean, last: number | null, ran: number}[]} steps that are not done, with
 *   the seconds that they have run
 */
export function secondsLeft(steps) {
  if (steps.some(({ last }) => last === null)) return null;
  const left = (some) => some.reduce((sum, { last, ran }) => sum + Math.max(last - ran, 0), 0);
  const alone = steps.filter((step) => step.alone);
  const [front, beside] = ['front', 'beside'].map((lane) => left(steps.filter((step) => !step.alone && step.lane === lane)));
  return Math.max(front, beside) + left(alone);
}
