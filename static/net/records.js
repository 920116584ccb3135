// The REST calls about kept records.

import { BASE, call, send } from './api.js';

/** Keeps each game of a file in SGF, and answers what lists show of them (`records`), what was forgiven (`warnings`) and which could not be read (`refused`). */
export const postRecord = (file) => send('POST', '/records', file, 'application/x-go-sgf');

export const getRecord = (record) => call('GET', `/records/${record}`);

/** Changes a record of this player's own: its nodes by `changes`, and its headline by `info`. Answers the whole record. */
export const patchRecord = (record, body) => call('PATCH', `/records/${record}`, body);

/** A page of this player's own records. */
export const getRecords = (limit, cursor) => {
  const query = new URLSearchParams({ limit });
  if (cursor) query.set('cursor', cursor);
  return call('GET', `/records?${query}`);
};

export const deleteRecord = (record) => call('DELETE', `/records/${record}`);

export const recordFile = (record) => `${BASE}/records/${record}/sgf`;
