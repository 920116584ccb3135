// What the staff can do: each act with its fields beside the reason. A new act is a line here, and its texts: `act.NAME`, `act.NAME.hint`,
// `act.NAME.done`, `act.field.FIELD` for a new field, `act.FIELD.VALUE` for each choice.

const ROLES = ['moderator', 'owner'];
const LONGEST_WORDS = 500;

/** Fields: a line, some words, or one of several values. What has to be there has the problem of its absence. */
const line = (name, most, missing) => ({ name, kind: 'line', most, missing });
const words = (name) => ({ name, kind: 'words', most: LONGEST_WORDS });
const choice = (name, values) => ({ name, kind: 'choice', values, missing: { code: 'invalid_act', params: { field: name, reason: 'choice' } } });

/** The reason, which each act has. */
export const REASON = { name: 'reason', kind: 'words', most: 500, missing: { code: 'invalid_act', params: { field: 'reason' } } };

const isOwner = ({ account }) => account.roles.includes('owner');

/** Acts on a player: `isFor` says to whom which one is shown, of {account, player, roles}. */
export const PLAYER_ACTS = [
  { act: 'rename', fields: [line('name', 32, { code: 'invalid_name', params: { max: 32 } })] },
  {
    act: 'grant', fields: [choice('role', ({ roles }) => ROLES.filter((role) => !roles.includes(role)))],
    isFor: (target) => isOwner(target) && target.player.kind === 'member' && target.roles.length < ROLES.length,
  },
  { act: 'revoke', fields: [choice('role', ({ roles }) => roles)], isFor: (target) => isOwner(target) && target.roles.length > 0, danger: true },
];

/** Acts on a game, of {account, game}. */
export const GAME_ACTS = [
  { act: 'adjudicate', fields: [choice('winner', () => ['black', 'white', 'nobody'])], isFor: ({ game }) => ['playing', 'scoring'].includes(game.phase), danger: true },
];

/** Acts on a record. */
export const RECORD_ACTS = [{ act: 'remove', fields: [], danger: true }];

/** Acts on a case that waits. */
export const CASE_ACTS = [{ act: 'answer', fields: [choice('outcome', () => ['acted', 'dismissed']), words('words')] }];

/** Acts on an entry of the log. */
export const ENTRY_ACTS = [{ act: 'erase_reason', fields: [], danger: true }];
