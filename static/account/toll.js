// A toll is paid beside the page, which goes on and can stop the work.

import { Problem } from '../net/problem.js';

/**
 * Begins to look for the answer: {answer, stop}. Of work that was stopped the answer is null.
 * @param {{challenge: string, bits: number}} parts
 */
export function payToll({ challenge, bits }) {
  const worker = new Worker('/static/account/toll-worker.js', { type: 'module' });
  let stop;
  const answer = new Promise((resolve, reject) => {
    stop = () => resolve(null);
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.addEventListener('error', () => reject(new Problem({ code: 'internal' })));
    worker.postMessage({ challenge, bits });
  });
  return { answer: answer.finally(() => worker.terminate()), stop };
}
