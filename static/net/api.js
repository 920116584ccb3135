// The REST calls. The player's token travels in a cookie that scripts can't read.

import { Problem } from './problem.js';
import { leadToDoor } from './door.js';
import { newId } from './commands.js';
import { sanctionOf, setSanction } from './sanction.js';

const BASE = '/api/v1';
/** Refusals of a server on which only members look, or play. */
const FOR_MEMBERS = ['members_only', 'no_guests'];

/** A call with a body in JSON, or none; answers the content, or null where there is none. One that `outlives` its page is made also if that is left. */
export function call(method, path, body, { outlives = false } = {}) {
  return body === undefined ? send(method, path) : send(method, path, JSON.stringify(body), 'application/json', outlives);
}

/** A call with a body of another type. */
export async function send(method, path, body, type, outlives = false) {
  const request = { method, credentials: 'same-origin', headers: { accept: 'application/json' }, keepalive: outlives };
  if (body !== undefined) {
    request.headers['content-type'] = type;
    request.body = body;
  }
  let answer;
  try {
    answer = await fetch(BASE + path, request);
  } catch {
    throw new Problem({ code: 'unreachable' });
  }
  if (answer.status === 204) return null;
  const text = await answer.text().catch(() => null);
  // What was made may have nothing to say of itself.
  if (answer.status === 201 && text === '') return null;
  const content = parsed(text);
  if (answer.ok && content !== null) return content;
  if (FOR_MEMBERS.includes(content?.code)) leadToDoor();
  if (content?.code === 'suspended') setSanction(sanctionOf(content.params));
  throw new Problem(content?.code ? content : { code: 'internal', status: answer.status });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const sgfAddress = (game) => `${BASE}/games/${game}/sgf`;

/** Who may come in, and the operator's words: {registration, guests, viewing, notice, terms, mail, passwords, passkeys, providers}. */
export const getDoor = () => call('GET', '/door');

/** Makes an account; answers the member. The token comes as a cookie. */
export const postAccount = async (wish) => (await call('POST', '/accounts', wish)).player;

/** Who is here, with the account if there is one, and the staff's word to the player if there is any: {player, account, sanction}. */
export async function getAccount() {
  const me = await call('GET', '/me');
  setSanction(me.sanction ?? null);
  return me;
}

/** Says that one has read a sanction. */
export const putSanctionRead = (id) => call('PUT', `/me/sanctions/${id}/read`);


export const getMe = async () => (await getAccount()).player;

/** Changes the name, the password or the preferences; answers as `getAccount`. */
export const patchMe = (change) => call('PATCH', '/me', change);

export const postGuest = async (name) => (await call('POST', '/guests', { name })).player;

/** A player, the names that the player had, and whose a bot is: {player, former_names, owner}. */
export const getProfile = (id) => call('GET', `/players/${encodeURIComponent(id)}`);

export const getPlayer = async (id) => (await getProfile(id)).player;

/** The players whom this one follows or blocks: the `list` is "follows" or "blocks". */
export const getAcquaintances = async (list) => (await call('GET', `/me/${list}`)).players;

/** Follows or blocks a player, or does so no more: the `deed` is "follow" or "block". */
export const setAcquaintance = (id, deed, wish) => call(wish ? 'PUT' : 'DELETE', `/players/${encodeURIComponent(id)}/${deed}`);

/** How a player's games ended, by colour and board: all of them, or those against one opponent. */
export const getResults = (id, against = '') => call('GET', `/players/${encodeURIComponent(id)}/results${against ? `?against=${encodeURIComponent(against)}` : ''}`);

/** Judges a move on a position that belongs to no game: {stones, to_move, captured, illegal}. */
export const postTried = (line) => call('POST', '/positions/play', line);

/**
 * The reader's own tree of variations beside one of the "games" or "records": `read` answers what has changed since a revision or, without one,
 * the whole tree; `change` makes changes.
 */
export const variationsOf = (kind, id) => ({
  read: (since) => call('GET', `/${kind}/${id}/variations${since === null ? '' : `?since=${since}`}`),
  change: (changes, { outlives }) => call('PATCH', `/${kind}/${id}/variations`, { changes }, { outlives }),
  // Games go on.
  placesCome: kind === 'games',
});

/** The address of a game or a record in SGF, with the reader's own tree beside it. */
export const treeFile = (kind, id) => `${BASE}/${kind}/${id}/variations/sgf`;

/** To whom the reader shows the own tree beside one of the "games" or "records": all showings, a new one, which has a `secret` if it is a link, and the end of one. */
export const sharesOf = (kind, id) => ({
  list: () => call('GET', `/${kind}/${id}/variations/share`),
  add: (wish) => call('POST', `/${kind}/${id}/variations/share`, wish),
  end: (share) => call('DELETE', `/shares/${share}`),
});

/** A tree that a link shows: {owner, game or record, grows, created_at, revision, nodes}. */
export const lookAtShared = (secret) => call('POST', '/shared/look', { secret });

/** The same of the tree that the opponent in a game shows. */
export const getOpponentsTree = (game) => call('GET', `/games/${encodeURIComponent(game)}/variations/opponent`);

export const postEstimate = (wish) => call('POST', '/positions/estimate', wish);

export const postGame = (settings) => call('POST', '/games', settings);

export const getGame = (game) => call('GET', `/games/${game}`);

export const joinGame = (game) => call('POST', `/games/${game}/join`, {});

/** Offers a rematch, or accepts the opponent's offer; answers the new game. */
export const postRematch = (game) => call('POST', `/games/${game}/rematch`, {});

/** A command in a game that this page doesn't watch. */
export const postCommand = (game, command) => call('POST', `/games/${game}/commands`, { ...command, id: newId() });

/** A page of a list of games; `query` has the fields of the interface. */
export const getGames = (query) => call('GET', `/games?${new URLSearchParams(query)}`);

/** Where all games of a query are, in some form: ndjson, sgf or zip. */
export const exportAddress = (query, format) => `${BASE}/games?${new URLSearchParams({ ...query, format })}`;

export const getEvents = async (game) => (await call('GET', `/games/${game}/events?since=0&protocol=2`)).events;

/** Keeps each game of a file in SGF, and answers what lists show of them. */
export const postRecord = async (file) => (await send('POST', '/records', file, 'application/x-go-sgf')).records;

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

/** The open and live games that everybody may see. */
export const getLobby = async () => (await call('GET', '/lobby')).games;

/** Tells the staff of something: {about, id, ground, words, event}. */
export const postReport = (report) => call('POST', '/reports', report);

/** One's own reports, the latest first, each with its answer. */
export const getReports = async () => (await call('GET', '/reports')).reports;

/** Everybody who has a role on the server. */
export const getStaff = async () => (await call('GET', '/staff')).staff;

/** A page of the cases that wait: {cases, next}. */
export const getCases = (after) => call('GET', `/staff/cases${after ? `?${new URLSearchParams({ after })}` : ''}`);

/** A case with its reports: {case, reports}. */
export const getCase = (id) => call('GET', `/staff/cases/${encodeURIComponent(id)}`);

/** What the staff knows of a player: {player, roles, former_names, cases, sanctions, entries, players}. */
export const getHistory = (player) => call('GET', `/staff/players/${encodeURIComponent(player)}`);

/** From which networks a player came lately, and who else did. */
export const getNetworks = async (player) => (await call('GET', `/staff/players/${encodeURIComponent(player)}/networks`)).networks;

/** The lines that stand on every page, the latest first. */
export const getAnnouncements = async () => (await call('GET', '/announcements')).announcements;

/** A page of all groups, for the staff: {groups, next}. */
export const getGroupsForStaff = (after) => call('GET', `/staff/groups${after ? `?${new URLSearchParams({ after })}` : ''}`);

/** A page of the audit log: {entries, players, next}. */
export const getAudit = (query) => call('GET', `/staff/audit?${new URLSearchParams(query)}`);

/** Whether the chain of the audit log holds: {entries, head, broken}. */
export const checkAudit = () => call('GET', '/staff/audit/check');

/** Acts of the staff, each with its reason. */
export const actOnPlayer = (id, act) => call('POST', `/staff/players/${encodeURIComponent(id)}/acts`, act);
export const actOnCase = (id, act) => call('POST', `/staff/cases/${encodeURIComponent(id)}/acts`, act);
export const actOnGame = (id, act) => call('POST', `/staff/games/${id}/acts`, act);
export const actOnRecord = (id, act) => call('POST', `/staff/records/${id}/acts`, act);
export const actOnEntry = (act) => call('POST', '/staff/audit/acts', act);
export const actOnAnnouncements = (act) => call('POST', '/staff/announcements/acts', act);
export const actOnGroup = (id, act) => call('POST', `/staff/groups/${id}/acts`, act);

/** The server's own players, the weakest first. */
export const getHouse = async () => (await call('GET', '/house')).players;

/** The games that were in a position: one of a game, or one that is laid out. */
export const getPosition = (query) => call('GET', `/positions?${new URLSearchParams(query)}`);

export const getRules = () => call('GET', '/rules');

export const getBoard = (name) => call('GET', `/boards/${encodeURIComponent(name)}`);

/** The devices on which the player is at home. */
export const getSessions = async () => (await call('GET', '/sessions')).sessions;

export const deleteSession = (id) => call('DELETE', `/sessions/${id}`);

export const deleteOtherSessions = () => call('DELETE', '/sessions');

/** A link that makes another device this player's, too: {secret, address, code, expires_at}. */
export const postLink = () => call('POST', '/sessions/link');

/** Whose place a link carries. */
export const postCarried = async (link) => (await call('POST', '/sessions/link/player', { link })).player;

/** Begins a session by a link, or by a name and a password; answers the player. The token comes as a cookie. */
export const postSession = async (way) => (await call('POST', '/sessions', way)).player;

/** Has a link sent by which one signs in, if the address is any member's. */
export const sendLink = (mail) => call('POST', '/mail-links', { mail });

/** Whom a link in a letter signs in. */
export const playerOfLetter = async (letter) => (await call('POST', '/mail-links/player', { letter })).player;

/** Shows that a letter has arrived. */
export const confirmMail = (letter) => call('POST', '/mail-confirmations', { letter });

/** What the device of a passkey is asked: {options, expires_at}. The `purpose` is "register", "sign_in" or "confirm". */
export const postPasskeyChallenge = (purpose) => call('POST', '/passkey-challenges', { purpose });

/** Makes a passkey one of the member's ways in. */
export const postPasskey = async (passkey) => (await call('POST', '/me/passkeys', { passkey })).passkeys;

export const deletePasskey = (id) => call('DELETE', `/me/passkeys/${id}`);

/** Begins a sign-in at a provider: {address, expires_at}. */
export const beginSignIn = (wish) => call('POST', '/sign-ins', wish);

/** Brings the answer of a provider: {voucher, expires_at, player, suggested_name}. */
export const postSignInAnswer = (answer) => call('POST', '/sign-ins/answers', answer);

/** Makes the person of a provider one of the member's ways in. */
export const postIdentity = async (voucher) => (await call('POST', '/me/identities', { voucher })).identities;

export const deleteIdentity = (id) => call('DELETE', `/me/identities/${id}`);

/** The member proves once more who is here. */
export const confirmSession = (proof) => call('POST', '/sessions/current', proof);

/** Deletes this player for good: the server takes the cookie away. */
export const deleteMe = () => call('DELETE', '/me');

/** What an authenticator has to know, told once: {secret, address, code}. */
export const postAuthenticator = () => call('POST', '/me/authenticator');

/** Shows by a code that the authenticator works; answers the recovery codes, told once. */
export const putAuthenticator = async (code) => (await call('PUT', '/me/authenticator', { code })).recovery_codes;

export const deleteAuthenticator = () => call('DELETE', '/me/authenticator');

/** New recovery codes in place of all others, told once. */
export const postRecoveryCodes = async () => (await call('POST', '/me/recovery-codes')).recovery_codes;

/** Signs this browser out: the server takes the cookie away. */
export const signOut = () => call('DELETE', '/sessions/current');

export const getTokens = async () => (await call('GET', '/tokens')).tokens;

export const postToken = (wish) => call('POST', '/tokens', wish);

export const deleteToken = (id) => call('DELETE', `/tokens/${id}`);

/** The bots of the member who is here. */
export const getBots = async () => (await call('GET', '/bots')).players;

/** Makes a bot with a token: {player, token, secret}. */
export const postBot = (name) => call('POST', '/bots', { name });

export const deleteBot = (id) => call('DELETE', `/bots/${id}`);

export const getBotTokens = async (bot) => (await call('GET', `/bots/${bot}/tokens`)).tokens;

/** Makes a token for a bot: {token, secret}. */
export const postBotToken = (bot, wish) => call('POST', `/bots/${bot}/tokens`, wish);

/** The invitations of the server, for those who run it. */
export const getInvitations = async () => (await call('GET', '/invitations')).invitations;

/** Makes an invitation: {invitation, secret, address}. */
export const postInvitation = (wish) => call('POST', '/invitations', wish);

export const deleteInvitation = (id) => call('DELETE', `/invitations/${id}`);

/** How long an invitation is good, and for how many: {expires_at, left}. */
export const lookAtInvitation = (invitation) => call('POST', '/invitations/look', { invitation });
