// The REST calls of groups.

import { call, send } from './api.js';
import { patiently } from './patience.js';

const at = (id, rest = '') => `/groups/${encodeURIComponent(id)}${rest}`;
const ofTask = (id, task) => at(id, `/tasks/${encodeURIComponent(task)}`);
const ofMember = (id, player) => at(id, `/members/${encodeURIComponent(player)}`);

/** An address with those fields of a query that have a value. */
function withQuery(path, query) {
  const fields = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return fields.size > 0 ? `${path}?${fields}` : path;
}

/** A page of the groups that one may see, or with `mine` of one's own: {groups, next}. */
export const getGroups = (query = {}) => patiently(() => call('GET', withQuery('/groups', query)));

/** Founds a group: {kind, name, words, joining, leader}; answers it. */
export const postGroup = (wish) => call('POST', '/groups', wish);

export const getGroup = (id) => call('GET', at(id));

/** Changes name, words or joining; answers the group. */
export const patchGroup = (id, change) => call('PATCH', at(id), change);

export const deleteGroup = (id) => call('DELETE', at(id));

/** A page of the members: {members, next}. */
export const getMembers = (id, query = {}) => call('GET', withQuery(at(id, '/members'), query));

/** Joins, or asks to be let in; answers the group. */
export const joinGroup = (id) => call('POST', at(id, '/members'), {});

/** Invites somebody, or lets somebody in who has asked; answers the group. */
export const inviteTo = (id, player) => call('POST', at(id, '/members'), { player });

/** Those who are invited, for leaders: [{player, invited_at}]. */
export const getInvited = async (id) => (await call('GET', at(id, '/invitations'))).invitations;

/** Takes an invitation back. */
export const deleteInvitation = (id, player) => call('DELETE', at(id, `/invitations/${encodeURIComponent(player)}`));

/** The groups to which one is invited: [{group, inviter, invited_at}]. */
export const getInvitations = async () => (await call('GET', '/me/group-invitations')).invitations;

/** Joins a group to which one is invited, or declines. */
export const answerInvitation = (id, accept) => call('POST', `/me/group-invitations/${encodeURIComponent(id)}`, { accept });

/** Takes a member out; everybody leaves by it. */
export const deleteMember = (id, player) => call('DELETE', ofMember(id, player));

/** Another role or name: {role, name}. */
export const patchMember = (id, player, change) => call('PATCH', ofMember(id, player), change);

/** The requests to be let in: [{player, asked_at}]. */
export const getRequests = async (id) => (await call('GET', at(id, '/requests'))).requests;

export const answerRequest = (id, player, accept) => call('POST', at(id, '/requests'), { player, accept });

/** Takes one's own request back. */
export const deleteRequest = (id) => call('DELETE', at(id, '/requests'));

/** Makes accounts of names; answers their cards: [{player, secret, address, code}]. */
export const postNames = async (id, names) => (await call('POST', at(id, '/accounts'), { names })).cards;

/** Makes accounts of a table; answers their cards. */
export const postTable = async (id, table) => (await send('POST', at(id, '/accounts'), table, 'text/csv')).cards;

/** New cards for these pupils, or for all; answers the cards. */
export const postCards = async (id, players) => (await call('POST', at(id, '/cards'), players ? { players } : {})).cards;

/** Revokes the card of a pupil, or all of them. */
export const deleteCards = (id, player = null) => call('DELETE', at(id, `/cards${player ? `/${encodeURIComponent(player)}` : ''}`));

/** A page of the rounds, the latest first: {rounds, next}. */
export const getRounds = (id, before) => call('GET', withQuery(at(id, '/rounds'), { before }));

/** Makes a round: {players, settings}; answers it. */
export const postRound = (id, wish) => call('POST', at(id, '/rounds'), wish);

/** A page of the tasks of a class, the latest first: {tasks, next}. A whole class behind one address may ask at once. */
export const getTasks = (id, cursor = null) => patiently(() => call('GET', withQuery(at(id, '/tasks'), { cursor })));

/** Sets a task: {work, words, until}; answers it. */
export const postTask = (id, wish) => call('POST', at(id, '/tasks'), wish);

/** The teacher's table of a task: {task, members}. */
export const getTask = (id, task) => patiently(() => call('GET', ofTask(id, task)));

/** Takes a task back. */
export const deleteTask = (id, task) => call('DELETE', ofTask(id, task));

/** Says that one has replayed the record of a task; answers the task. */
export const postReplayed = (id, task) => call('POST', `${ofTask(id, task)}/replayed`);

/** A page of the games of a group, by the fields of lists. */
export const getGroupGames = (id, query = {}) => call('GET', withQuery(at(id, '/games'), query));

/** Where all games of a group are, in some form. */
export const groupArchive = (id, format) => `/api/v1${at(id, '/games')}?format=${format}`;
