// The REST calls about kept records.

import { BASE, call, send } from './api.js';

/** Of many who open one great record at once a server shows it to a few, and a moment later to all others: so often, and after no longer pause, it is asked again. */
const [TRIES, LONGEST_PAUSE] = [5, 5000];

/** Keeps each game of a file in SGF, and answers what lists show of them (`records`), what was forgiven (`warnings`) and which could not be read (`refused`). */
export const postRecord = (file) => send('POST', '/records', file, 'application/x-go-sgf');

/** A record as a tree of moves. */
export async function getRecord(record) {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await call('GET', `/records/${record}`);
    } catch (problem) {
      const pause = problem.code === 'too_many_requests' ? problem.params.retry_after_ms ?? LONGEST_PAUSE : Infinity;
      if (left === 0 || pause > LONGEST_PAUSE) throw problem;
      await new Promise((resolve) => { setTimeout(resolve, pause); });
    }
  }
}

/** Changes a record of this player's own: its nodes by `changes`, its headline by `info`, and its letters by `encoding`. Answers the whole record. */
export const patchRecord = (record, body) => call('PATCH', `/records/${record}`, body);

/** How lists would show a record of this player's own if it were read in another encoding. */
export const getReading = (record, encoding) => call('GET', `/records/${record}/reading?${new URLSearchParams({ encoding })}`);

/** A page of this player's own records. */
export const getRecords = (limit, cursor) => {
  const query = new URLSearchParams({ limit });
  if (cursor) query.set('cursor', cursor);
  return call('GET', `/records?${query}`);
};

export const deleteRecord = (record) => call('DELETE', `/records/${record}`);

export const recordFile = (record) => `${BASE}/records/${record}/sgf`;
