// Plays a whole game with the types that openapi-typescript has made, by openapi-fetch.
//
// `game.js ORIGIN`, where the types are `tengen.d.ts` beside this file.

import createClient from 'openapi-fetch';

import type { components, paths } from './tengen.js';

declare const process: { argv: string[] };

type Command = components['schemas']['Command'];
type Snapshot = components['schemas']['Snapshot'];

const origin = process.argv[2] ?? '';
// Two moves of each colour on a small board, and two passes.
const MOVES = ['B2', 'D2', 'B3', 'D3', null, null];

/** The value, which must be there. */
function there<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`no ${what}`);
  return value;
}

/** What a call answers, which must be no problem. */
function good<T>({ data, error }: { data?: T; error?: unknown }): T {
  if (error !== undefined) throw new Error(JSON.stringify(error));
  return there(data, 'answer');
}

// Other forms of the same answers are files and streams.
type Json = 'application/json' | 'application/problem+json';

const client = (headers: Record<string, string> = {}) => createClient<paths, Json>({ baseUrl: origin, headers });

/** A new guest, as a client with the guest's token. */
async function guest(name: string) {
  const { token } = good(await client().POST('/api/v1/guests', { body: { name } }));
  return client({ authorization: `Bearer ${token}` });
}

const [ann, ben] = [await guest('Ann'), await guest('Ben')];
const board = { width: 4, height: 4 };
const made: Snapshot = good(await ann.POST('/api/v1/games', { body: { board, color: 'black', komi: 0.5 } }));
const path = { id: made.id };

async function command(player: typeof ann, body: Command) {
  return good(await player.POST('/api/v1/games/{id}/commands', { params: { path }, body })).event;
}

let { turn } = good(await ben.POST('/api/v1/games/{id}/join', { params: { path } }));
for (const [number, at] of MOVES.entries()) {
  const id = `c-${number}`;
  const body: Command = at === null ? { type: 'pass', id, turn, confirm: true } : { type: 'play', id, turn, at };
  ({ turn } = (await command(number % 2 === 0 ? ann : ben, body)).state);
}
const late = await ann.POST('/api/v1/games/{id}/commands', { params: { path }, body: { type: 'play', id: 'late', turn, at: 'A1' } });
if (late.error?.code !== 'wrong_phase') throw new Error(JSON.stringify(late));
const scoring = good(await ann.GET('/api/v1/games/{id}', { params: { path } }));
const { version } = there(scoring.scoring, 'scoring');
for (const player of [ann, ben]) await command(player, { type: 'accept', id: 'accept', version });
const over = good(await ben.GET('/api/v1/games/{id}', { params: { path } }));
if (over.phase !== 'finished' || !over.result) throw new Error(JSON.stringify(over));
const told = good(await ann.GET('/api/v1/games/{id}/events', { params: { path } }));
const kinds = told.events.map((event) => event.type);
if (!kinds.includes('played') || told.events.length !== over.seq) throw new Error(kinds.join(' '));
const list = good(await ann.GET('/api/v1/games', { params: { query: { player: made.creator.id } } }));
if (list.games[0]?.id !== made.id) throw new Error(JSON.stringify(list));
