// The requests of the page in a frame. None of them names the reader: they carry no cookie, not even where the page around
// is of the same site and a browser would send it along.

const BASE = '/api/v1';

/**
 * @param {string} path
 * @param {string} accept
 */
const ask = (path, accept) => fetch(BASE + path, { credentials: 'omit', cache: 'no-store', headers: { accept } });

/**
 * The answer as JSON, or null if there is none to have; throws if the server can't be asked.
 * @param {string} path
 */
export async function get(path) {
  const answer = await ask(path, 'application/json');
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/**
 * The events of a game above a number as they happen, until the server ends the stream.
 * @param {string} game
 * @param {number} seq
 */
export async function* eventsAfter(game, seq) {
  const answer = await ask(`/games/${game}/events?since=${seq}&protocol=2`, 'application/x-ndjson');
  if (!answer.ok || !answer.body) throw new Error(`events: ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  /** @type {any} */
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    // An empty line is a sign of life.
    for (const line of lines) if (line.trim()) yield JSON.parse(line);
  }
}
