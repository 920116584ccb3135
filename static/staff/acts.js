// What the staff can do: each act with its fields beside the reason. A new act is a line here, and its texts: `act.NAME`, `act.NAME.hint`,
// `act.NAME.done`, `act.field.FIELD` for a new field, `act.FIELD.VALUE` for each choice.

import { isInForce } from './sanction-item.js';

/** @import { Account, Role } from '../shapes/account.js' */
/** @import { Snapshot } from '../shapes/game.js' */
/** @import { Player, ProblemShape, Sanction } from '../shapes/player.js' */

/** @type {Role[]} */
const ROLES = ['moderator', 'owner'];
const GROUNDS = ['cheating', 'stalling', 'abuse', 'content', 'other'];
const LONGEST_WORDS = 500;

/** @param {Record<string, unknown>} params */
const invalid = (params) => ({ code: 'invalid_act', params });

/**
 * Fields: a line, some words, one of several values, a moment that is to come, or a line in several languages. What has to be there has the
 * problem of its absence. `label` names the text of the label where it is not that of the name, and `texts` the texts of the values.
 * @param {string} name
 * @param {number} most
 * @param {ProblemShape} missing
 */
const line = (name, most, missing, label = name) => ({ name, kind: 'line', most, missing, label });
/** @param {string} name */
const words = (name, label = name) => ({ name, kind: 'words', most: LONGEST_WORDS, label });
/**
 * @param {string} name
 * @param {(target: any) => string[]} values
 */
const choice = (name, values, texts = `act.${name}`) => ({ name, kind: 'choice', values, texts, missing: invalid({ field: name, reason: 'choice' }) });
/** @param {string} name */
const moment = (name) => ({ name, kind: 'moment', missing: invalid({ field: name }) });

/**
 * A field of an act, and an act. `isFor` says of a target, as the page has it, whether the act is shown for it.
 * @typedef {object} ActField
 * @property {string} name
 * @property {string} kind
 * @property {number} [most]
 * @property {ProblemShape} [missing]
 * @property {string} [label]
 * @property {string} [texts]
 * @property {(target: any) => string[]} [values]
 * @typedef {{act: string, name?: string, fields: ActField[], isFor?: (target: any) => boolean, danger?: boolean}} Act
 * @typedef {{account: Account, player: Player, roles: Role[], sanctions: Sanction[]}} PlayerTarget
 */

/** The reason, which each act has. */
export const REASON = { name: 'reason', kind: 'words', most: 500, missing: invalid({ field: 'reason' }) };

/** @param {{account: Account}} parts */
const isOwner = ({ account }) => account.roles.includes('owner');
/** @param {PlayerTarget} target */
const rulesMember = (target) => isOwner(target) && target.player.kind === 'member';
/** @param {{sanctions: Sanction[]}} parts */
const inForce = ({ sanctions }) => sanctions.filter(isInForce);
/** @param {PlayerTarget} target */
const isBanned = (target) => inForce(target).some(({ kind }) => kind === 'ban');

const ground = choice('ground', () => GROUNDS, 'report.ground');
const toPlayer = words('words', 'words_to_player');

/**
 * Acts on a player: `isFor` says to whom which one is shown, of {account, player, roles, sanctions}.
 * @type {Act[]}
 */
export const PLAYER_ACTS = [
  { act: 'warn', fields: [ground, toPlayer] },
  { act: 'suspend', fields: [ground, moment('until'), toPlayer], isFor: (/** @type {PlayerTarget} */ target) => !isBanned(target), danger: true },
  { act: 'ban', fields: [ground, toPlayer], isFor: (/** @type {PlayerTarget} */ target) => !isBanned(target), danger: true },
  { act: 'lift', fields: [], isFor: (/** @type {PlayerTarget} */ target) => inForce(target).length > 0 },
  { act: 'rename', fields: [line('name', 32, { code: 'invalid_name', params: { max: 32 } })] },
  {
    act: 'grant', fields: [choice('role', (/** @type {PlayerTarget} */ { roles }) => ROLES.filter((role) => !roles.includes(role)))],
    isFor: (/** @type {PlayerTarget} */ target) => isOwner(target) && target.player.kind === 'member' && target.roles.length < ROLES.length,
  },
  { act: 'revoke', fields: [choice('role', (/** @type {PlayerTarget} */ { roles }) => roles)], isFor: (/** @type {PlayerTarget} */ target) => isOwner(target) && target.roles.length > 0, danger: true },
  { act: 'export', name: 'export_member', fields: [], isFor: rulesMember },
  {
    // Some letters are two characters for a field.
    act: 'delete', name: 'delete_member', fields: [line('name', 64, invalid({ field: 'name' }), 'typed_name')], isFor: rulesMember, danger: true,
  },
];

/**
 * Acts on a game, of {account, game}.
 * @type {Act[]}
 */
export const GAME_ACTS = [
  { act: 'adjudicate', fields: [choice('winner', () => ['black', 'white', 'nobody'])], isFor: (/** @type {{game: Snapshot}} */ { game }) => ['playing', 'scoring'].includes(game.phase), danger: true },
  { act: 'void', fields: [], isFor: (/** @type {{game: Snapshot}} */ { game }) => game.phase === 'finished' && !game.voided_at, danger: true },
  { act: 'restore', fields: [], isFor: (/** @type {{game: Snapshot}} */ { game }) => game.phase === 'finished' && Boolean(game.voided_at) },
];

/** Acts on a record. */
export const RECORD_ACTS = [{ act: 'remove', fields: [], danger: true }];

/** Acts on a case that waits. */
export const CASE_ACTS = [{ act: 'answer', fields: [choice('outcome', () => ['acted', 'dismissed']), words('words')] }];

/** Acts on an entry of the log. */
export const ENTRY_ACTS = [{ act: 'erase_reason', fields: [], danger: true }];

/** A line on every page, and its end before its time. */
export const ANNOUNCE = {
  act: 'announce', fields: [{ name: 'texts', kind: 'translations', most: 300, missing: invalid({ field: 'texts' }) }, moment('until')],
};
export const TAKE_BACK = { act: 'take_back', fields: [], danger: true };

/** Acts on a group that goes on. Where two things have an act of the same word, `name` tells their texts apart. */
export const GROUP_ACTS = [
  { act: 'rename', name: 'rename_group', fields: [line('name', 60, { code: 'invalid_name', params: { max: 60 } })] },
  { act: 'end', name: 'end_group', fields: [], danger: true },
];
