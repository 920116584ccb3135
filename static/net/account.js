// The REST calls by which people come in, and about their accounts: sessions, ways in, tokens, bots and invitations.

import { call } from './api.js';

/** @import { AccessToken, AuthenticatorOffer, CarryAnswer, Door, Identity, Invitation, Me, NewTokenAnswer, Passkey, Scope, Session, Vouched } from '../shapes/account.js' */
/** @import { Player } from '../shapes/player.js' */

/**
 * Who may come in, and the operator's words: {registration, guests, viewing, notice, terms, mail, passwords, passkeys, providers}.
 * @type {() => Promise<Door>}
 */
export const getDoor = () => call('GET', '/door');

/**
 * Makes an account; answers the member. The token comes as a cookie.
 * @type {(wish: Record<string, unknown>) => Promise<Player>}
 */
export const postAccount = async (wish) => (await call('POST', '/accounts', wish)).player;

/**
 * The devices on which the player is at home.
 * @type {() => Promise<Session[]>}
 */
export const getSessions = async () => (await call('GET', '/sessions')).sessions;

/** @type {(id: string) => Promise<null>} */
export const deleteSession = (id) => call('DELETE', `/sessions/${id}`);

/** @type {() => Promise<null>} */
export const deleteOtherSessions = () => call('DELETE', '/sessions');

/**
 * A link that makes another device this player's, too: {secret, address, code, expires_at}.
 * @type {() => Promise<CarryAnswer>}
 */
export const postLink = () => call('POST', '/sessions/link');

/**
 * Whose place a link carries.
 * @type {(link: string) => Promise<Player>}
 */
export const postCarried = async (link) => (await call('POST', '/sessions/link/player', { link })).player;

/**
 * Begins a session by a link, or by a name and a password; answers the player. The token comes as a cookie.
 * @type {(way: Record<string, unknown>) => Promise<Player>}
 */
export const postSession = async (way) => (await call('POST', '/sessions', way)).player;

/**
 * Has a link sent by which one signs in, if the address is any member's.
 * @type {(mail: string) => Promise<unknown>}
 */
export const sendLink = (mail) => call('POST', '/mail-links', { mail });

/**
 * Whom a link in a letter signs in.
 * @type {(letter: string) => Promise<Player>}
 */
export const playerOfLetter = async (letter) => (await call('POST', '/mail-links/player', { letter })).player;

/**
 * Shows that a letter has arrived.
 * @type {(letter: string) => Promise<unknown>}
 */
export const confirmMail = (letter) => call('POST', '/mail-confirmations', { letter });

/**
 * What the device of a passkey is asked: {options, expires_at}. The `purpose` is "register", "sign_in" or "confirm".
 * @type {(purpose: string) => Promise<{options: any, expires_at: number}>}
 */
export const postPasskeyChallenge = (purpose) => call('POST', '/passkey-challenges', { purpose });

/**
 * Makes a passkey one of the member's ways in.
 * @type {(passkey: Record<string, any>) => Promise<Passkey[]>}
 */
export const postPasskey = async (passkey) => (await call('POST', '/me/passkeys', { passkey })).passkeys;

/** @type {(id: string) => Promise<null>} */
export const deletePasskey = (id) => call('DELETE', `/me/passkeys/${id}`);

/**
 * Begins a sign-in at a provider: {address, expires_at}.
 * @type {(wish: {provider: string, fresh?: boolean}) => Promise<{address: string, expires_at: number}>}
 */
export const beginSignIn = (wish) => call('POST', '/sign-ins', wish);

/**
 * Brings the answer of a provider: {voucher, expires_at, player, suggested_name}.
 * @type {(answer: {provider: string, answer: string}) => Promise<Vouched>}
 */
export const postSignInAnswer = (answer) => call('POST', '/sign-ins/answers', answer);

/**
 * Makes the person of a provider one of the member's ways in.
 * @type {(voucher: string) => Promise<Identity[]>}
 */
export const postIdentity = async (voucher) => (await call('POST', '/me/identities', { voucher })).identities;

/** @type {(id: string) => Promise<null>} */
export const deleteIdentity = (id) => call('DELETE', `/me/identities/${id}`);

/**
 * The member proves once more who is here.
 * @type {(proof: Record<string, unknown>) => Promise<unknown>}
 */
export const confirmSession = (proof) => call('POST', '/sessions/current', proof);

/**
 * Deletes this player for good: the server takes the cookie away.
 * @type {() => Promise<null>}
 */
export const deleteMe = () => call('DELETE', '/me');

/**
 * What an authenticator has to know, told once: {secret, address, code}.
 * @type {() => Promise<AuthenticatorOffer>}
 */
export const postAuthenticator = () => call('POST', '/me/authenticator');

/**
 * Shows by a code that the authenticator works; answers the recovery codes, told once.
 * @type {(code: string) => Promise<string[]>}
 */
export const putAuthenticator = async (code) => (await call('PUT', '/me/authenticator', { code })).recovery_codes;

/** @type {() => Promise<null>} */
export const deleteAuthenticator = () => call('DELETE', '/me/authenticator');

/**
 * New recovery codes in place of all others, told once.
 * @type {() => Promise<string[]>}
 */
export const postRecoveryCodes = async () => (await call('POST', '/me/recovery-codes')).recovery_codes;

/**
 * Signs this browser out: the server takes the cookie away.
 * @type {() => Promise<null>}
 */
export const signOut = () => call('DELETE', '/sessions/current');

/** @type {() => Promise<AccessToken[]>} */
export const getTokens = async () => (await call('GET', '/tokens')).tokens;

/** @type {(wish: {name: string, scopes: Scope[], expires_at?: number | null}) => Promise<NewTokenAnswer>} */
export const postToken = (wish) => call('POST', '/tokens', wish);

/** @type {(id: string) => Promise<null>} */
export const deleteToken = (id) => call('DELETE', `/tokens/${id}`);

/**
 * The bots of the member who is here.
 * @type {() => Promise<Player[]>}
 */
export const getBots = async () => (await call('GET', '/bots')).players;

/**
 * Makes a bot with a token: {player, token, secret}.
 * @type {(name: string) => Promise<NewTokenAnswer & {player: Player}>}
 */
export const postBot = (name) => call('POST', '/bots', { name });

/** @type {(id: string) => Promise<null>} */
export const deleteBot = (id) => call('DELETE', `/bots/${id}`);

/** @type {(bot: string) => Promise<AccessToken[]>} */
export const getBotTokens = async (bot) => (await call('GET', `/bots/${bot}/tokens`)).tokens;

/**
 * Makes a token for a bot: {token, secret}.
 * @type {(bot: string, wish: {name: string, scopes: Scope[]}) => Promise<NewTokenAnswer>}
 */
export const postBotToken = (bot, wish) => call('POST', `/bots/${bot}/tokens`, wish);

/**
 * The invitations of the server, for those who run it.
 * @type {() => Promise<Invitation[]>}
 */
export const getInvitations = async () => (await call('GET', '/invitations')).invitations;

/**
 * Makes an invitation: {invitation, secret, address}.
 * @type {(wish: Partial<Pick<Invitation, 'places' | 'expires_at' | 'note'>>) => Promise<{invitation: Invitation, secret: string, address: string}>}
 */
export const postInvitation = (wish) => call('POST', '/invitations', wish);

/** @type {(id: string) => Promise<null>} */
export const deleteInvitation = (id) => call('DELETE', `/invitations/${id}`);

/**
 * How long an invitation is good, and for how many: {expires_at, left}.
 * @type {(invitation: string) => Promise<{expires_at: number, left: number}>}
 */
export const lookAtInvitation = (invitation) => call('POST', '/invitations/look', { invitation });

/**
 * Changes the name, the password or the preferences; answers as `getAccount`.
 * @type {(change: {name?: string, password?: string, mail?: string, preferences?: Record<string, string>, terms?: string}) => Promise<Me>}
 */
export const patchMe = (change) => call('PATCH', '/me', change);
