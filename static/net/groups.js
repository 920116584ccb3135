// The REST calls of groups.

import { call, send } from './api.js';
import { patiently } from './patience.js';

/** @import { Card, Group, GroupInvitation, GroupMember, GroupRole, InvitedPlayer, JoinRequest, Round, Task, TaskRow } from '../shapes/groups.js' */
/** @import { Summary } from '../shapes/game.js' */

/** @type {(id: string, rest?: string) => string} */
const at = (id, rest = '') => `/groups/${encodeURIComponent(id)}${rest}`;
/** @type {(id: string, task: string) => string} */
const ofTask = (id, task) => at(id, `/tasks/${encodeURIComponent(task)}`);
/** @type {(id: string, player: string) => string} */
const ofMember = (id, player) => at(id, `/members/${encodeURIComponent(player)}`);

/**
 * An address with those fields of a query that have a value.
 * @param {string} path
 * @param {Record<string, any>} query
 */
function withQuery(path, query) {
  const fields = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return fields.size > 0 ? `${path}?${fields}` : path;
}

/**
 * A page of the groups that one may see, or with `mine` of one's own: {groups, next}.
 * @type {(query?: Record<string, any>) => Promise<{groups: Group[], next: string | null}>}
 */
export const getGroups = (query = {}) => patiently(() => call('GET', withQuery('/groups', query)));

/**
 * Founds a group: {kind, name, words, joining, leader}; answers it.
 * @type {(wish: Record<string, string>) => Promise<Group>}
 */
export const postGroup = (wish) => call('POST', '/groups', wish);

/** @type {(id: string) => Promise<Group>} */
export const getGroup = (id) => call('GET', at(id));

/**
 * Changes name, words or joining; answers the group.
 * @type {(id: string, change: Partial<Pick<Group, 'name' | 'words' | 'joining'>>) => Promise<Group>}
 */
export const patchGroup = (id, change) => call('PATCH', at(id), change);

/** @type {(id: string) => Promise<null>} */
export const deleteGroup = (id) => call('DELETE', at(id));

/**
 * A page of the members: {members, next}.
 * @type {(id: string, query?: Record<string, any>) => Promise<{members: GroupMember[], next: string | null}>}
 */
export const getMembers = (id, query = {}) => call('GET', withQuery(at(id, '/members'), query));

/**
 * Joins, or asks to be let in; answers the group.
 * @type {(id: string) => Promise<Group>}
 */
export const joinGroup = (id) => call('POST', at(id, '/members'), {});

/**
 * Invites somebody, or lets somebody in who has asked; answers the group.
 * @type {(id: string, player: string) => Promise<Group>}
 */
export const inviteTo = (id, player) => call('POST', at(id, '/members'), { player });

/**
 * Those who are invited, for leaders: [{player, invited_at}].
 * @type {(id: string) => Promise<InvitedPlayer[]>}
 */
export const getInvited = async (id) => (await call('GET', at(id, '/invitations'))).invitations;

/**
 * Takes an invitation back.
 * @type {(id: string, player: string) => Promise<null>}
 */
export const deleteInvitation = (id, player) => call('DELETE', at(id, `/invitations/${encodeURIComponent(player)}`));

/**
 * The groups to which one is invited: [{group, inviter, invited_at}].
 * @type {() => Promise<GroupInvitation[]>}
 */
export const getInvitations = async () => (await call('GET', '/me/group-invitations')).invitations;

/**
 * Joins a group to which one is invited, or declines.
 * @type {(id: string, accept: boolean) => Promise<unknown>}
 */
export const answerInvitation = (id, accept) => call('POST', `/me/group-invitations/${encodeURIComponent(id)}`, { accept });

/**
 * Takes a member out; everybody leaves by it.
 * @type {(id: string, player: string) => Promise<null>}
 */
export const deleteMember = (id, player) => call('DELETE', ofMember(id, player));

/**
 * Another role or name: {role, name}.
 * @type {(id: string, player: string, change: {role?: GroupRole, name?: string, plays?: boolean}) => Promise<unknown>}
 */
export const patchMember = (id, player, change) => call('PATCH', ofMember(id, player), change);

/**
 * The requests to be let in: [{player, asked_at}].
 * @type {(id: string) => Promise<JoinRequest[]>}
 */
export const getRequests = async (id) => (await call('GET', at(id, '/requests'))).requests;

/** @type {(id: string, player: string, accept: boolean) => Promise<unknown>} */
export const answerRequest = (id, player, accept) => call('POST', at(id, '/requests'), { player, accept });

/**
 * Takes one's own request back.
 * @type {(id: string) => Promise<null>}
 */
export const deleteRequest = (id) => call('DELETE', at(id, '/requests'));

/**
 * Makes accounts of names; answers their cards: [{player, secret, address, code}].
 * @type {(id: string, names: string[]) => Promise<Card[]>}
 */
export const postNames = async (id, names) => (await call('POST', at(id, '/accounts'), { names })).cards;

/**
 * Makes accounts of a table; answers their cards.
 * @type {(id: string, table: string | Blob) => Promise<Card[]>}
 */
export const postTable = async (id, table) => (await send('POST', at(id, '/accounts'), table, 'text/csv')).cards;

/**
 * New cards for these pupils, or for all; answers the cards.
 * @type {(id: string, players?: string[] | null) => Promise<Card[]>}
 */
export const postCards = async (id, players) => (await call('POST', at(id, '/cards'), players ? { players } : {})).cards;

/**
 * Revokes the card of a pupil, or all of them.
 * @type {(id: string, player?: string | null) => Promise<null>}
 */
export const deleteCards = (id, player = null) => call('DELETE', at(id, `/cards${player ? `/${encodeURIComponent(player)}` : ''}`));

/**
 * A page of the rounds, the latest first: {rounds, next}.
 * @type {(id: string, before?: number | null) => Promise<{rounds: Round[], next: number | null}>}
 */
export const getRounds = (id, before) => call('GET', withQuery(at(id, '/rounds'), { before }));

/**
 * Makes a round: {players, settings}; answers it.
 * @type {(id: string, wish: {players: string[], settings: Record<string, any>}) => Promise<Round>}
 */
export const postRound = (id, wish) => call('POST', at(id, '/rounds'), wish);

/**
 * A page of the tasks of a class, the latest first: {tasks, next}. A whole class behind one address may ask at once.
 * @type {(id: string, cursor?: string | null) => Promise<{tasks: Task[], next: string | null}>}
 */
export const getTasks = (id, cursor = null) => patiently(() => call('GET', withQuery(at(id, '/tasks'), { cursor })));

/**
 * Sets a task: {work, words, until}; answers it.
 * @type {(id: string, wish: Pick<Task, 'work' | 'words' | 'until'>) => Promise<Task>}
 */
export const postTask = (id, wish) => call('POST', at(id, '/tasks'), wish);

/**
 * The teacher's table of a task: {task, members}.
 * @type {(id: string, task: string) => Promise<{task: Task, members: TaskRow[]}>}
 */
export const getTask = (id, task) => patiently(() => call('GET', ofTask(id, task)));

/**
 * Takes a task back.
 * @type {(id: string, task: string) => Promise<null>}
 */
export const deleteTask = (id, task) => call('DELETE', ofTask(id, task));

/**
 * Says that one has replayed the record of a task; answers the task.
 * @type {(id: string, task: string) => Promise<Task>}
 */
export const postReplayed = (id, task) => call('POST', `${ofTask(id, task)}/replayed`);

/**
 * A page of the games of a group, by the fields of lists.
 * @type {(id: string, query?: Record<string, any>) => Promise<{games: Summary[], next: string | null}>}
 */
export const getGroupGames = (id, query = {}) => call('GET', withQuery(at(id, '/games'), query));

/**
 * Where all games of a group are, in some form.
 * @type {(id: string, format: string) => string}
 */
export const groupArchive = (id, format) => `/api/v1${at(id, '/games')}?format=${format}`;
