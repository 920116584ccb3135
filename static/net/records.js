// The REST calls about kept records.

import { BASE, call, send } from './api.js';
import { patiently } from './patience.js';

/** @import { KeptRecord, RecordReading, RecordSummary, RecordsAnswer } from '../shapes/record.js' */

/**
 * Keeps each game of a file in SGF, and answers what lists show of them (`records`), what was forgiven (`warnings`) and which
 * could not be read (`refused`). With a `key` a file that is sent again is kept once.
 * @type {(file: BodyInit, key?: string | null) => Promise<RecordsAnswer>}
 */
export const postRecord = (file, key = null) => patiently(() => send('POST', '/records', file, 'application/x-go-sgf', { key }));

/**
 * A record as a tree of moves. The greatest wait for their turn, for whatever else was done for this address, and for others who
 * open it at once.
 * @type {(record: string) => Promise<KeptRecord>}
 */
export const getRecord = (record) => patiently(() => call('GET', `/records/${record}`));

/**
 * Changes a record of this player's own: its nodes by `changes`, its headline by `info`, and its letters by `encoding`. Answers
 * the whole record.
 * @type {(record: string, body: unknown) => Promise<KeptRecord>}
 */
export const patchRecord = (record, body) => patiently(() => call('PATCH', `/records/${record}`, body));

/**
 * How lists would show a record of this player's own if it were read in another encoding.
 * @type {(record: string, encoding: string) => Promise<RecordReading>}
 */
export const getReading = (record, encoding) => call('GET', `/records/${record}/reading?${new URLSearchParams({ encoding })}`);

/**
 * A page of this player's own records.
 * @type {(limit: number, cursor?: string | null) => Promise<{records: RecordSummary[], next: string | null}>}
 */
export const getRecords = (limit, cursor) => {
  const query = new URLSearchParams({ limit: String(limit) });
  if (cursor) query.set('cursor', cursor);
  return call('GET', `/records?${query}`);
};

/** @type {(record: string) => Promise<null>} */
export const deleteRecord = (record) => call('DELETE', `/records/${record}`);

/** @type {(record: string) => string} */
export const recordFile = (record) => `${BASE}/records/${record}/sgf`;
