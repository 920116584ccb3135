// Answers that stay open, as lines of JSON.

import { Problem } from './problem.js';

/**
 * Calls `take` with each line of an answer's body. An empty line is a sign of life. Resolves when the answer ends.
 * @param {any} body
 * @param {(line: any) => void} take
 */
async function readLines(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  /** @type {any} */
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line !== '') take(JSON.parse(line));
  }
}

/**
 * The problem of an answer without lines. What stands between here and the server may refuse, too, in other words.
 * @param {Response} answer
 */
async function problemOf(answer) {
  const told = await answer.json().catch(() => null);
  return new Problem({ ...(told?.code ? told : { code: 'internal' }), status: answer.status });
}

/**
 * Asks for an answer that stays open and reads it to its end, or until the `signal` ends it. Throws the problem if there is none.
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {{signal: AbortSignal, take: (line: any) => void}} manner
 */
export async function followLines(method, path, body, { signal, take }) {
  const headers = { accept: 'application/x-ndjson', ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await fetch(`/api/v1${path}`, { method, credentials: 'same-origin', headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw await problemOf(answer);
  await readLines(answer.body, take);
}
