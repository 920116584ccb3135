// The acts of a leader on a member: the role, the card and the name of an account of the class, and taking somebody out.

import { ask } from '../dom/dialogs.js';
import { askText } from './ask-text.js';
import { currentPlayer } from '../net/player.js';
import { dayText } from './group-text.js';
import { deleteCards, deleteMember, patchMember, postCards } from '../net/groups.js';
import { html } from '../dom/html.js';
import { playerName } from '../people/player-name.js';
import { press, whenFresh } from './parts.js';
import { sentences, t } from '../text/text.js';

/** @import { Group, GroupMember } from '../shapes/groups.js' */
/** @import { LeadTools } from './parts.js' */

const LONGEST_NAME = 32;

/**
 * Asks whether a leader means it.
 * @param {string} act
 * @param {string} name
 * @param {{danger?: boolean, more?: string | null}} manner
 */
const sure = (act, name, { danger = false, more = null } = {}) => ask({
  title: t(`lead.${act}_title`, { name }), text: sentences(/** @type {string[]} */ ([t(`lead.${act}_text`), more].filter(Boolean))), yes: t(`lead.${act}`), danger,
});

/**
 * The acts by their names: each asks, does it, and answers what is to be said, or null if nothing was done.
 * @type {Record<string, (group: Group, member: GroupMember, tools: LeadTools) => Promise<string | null>>}
 */
const ACTS = {
  async make_leader({ id }, { player }) {
    const name = playerName(player);
    if (!await sure('make_leader', name)) return null;
    await patchMember(id, player.id, { role: 'leader' });
    return t('lead.make_leader.done', { name });
  },
  async give_up({ id }, { player }) {
    if (!await sure('give_up', playerName(player))) return null;
    await patchMember(id, player.id, { role: 'member' });
    location.assign(`/groups/${id}`);
    return null;
  },
  async new_card({ id }, { player }, { showCards, reload }) {
    if (!await sure('new_card', playerName(player))) return null;
    if (await whenFresh(async () => showCards(await postCards(id, [player.id])))) await reload();
    return null;
  },
  async revoke({ id }, { player }) {
    const name = playerName(player);
    const yes = await ask({ title: t('lead.revoke_title', { name }), text: t('lead.new_card_text'), yes: t('lead.revoke'), danger: true });
    if (!yes || !await whenFresh(() => deleteCards(id, player.id))) return null;
    return t('lead.revoke.done', { name });
  },
  async rename({ id }, { player }) {
    const name = await askText({
      title: t('lead.rename_title', { name: playerName(player) }), label: t('lead.rename_label'), value: player.name, max: LONGEST_NAME, yes: t('lead.rename'),
      send: (line) => patchMember(id, player.id, { name: line }),
    });
    return name && t('lead.rename.done', { name });
  },
  async take_out({ id }, { player, account }) {
    const name = playerName(player);
    if (!await sure('take_out', name, { danger: true, more: account?.ruled ? t('lead.take_out_last') : null })) return null;
    if (!await whenFresh(() => deleteMember(id, player.id))) return null;
    return t('lead.take_out.done', { name });
  },
};
const DANGEROUS = ['revoke', 'take_out'];

/**
 * The acts on a member. Leaders are each other's equals.
 * @param {GroupMember} parts
 */
function actsOn({ player, role, account }) {
  if (player.id === currentPlayer()?.id) return ['give_up'];
  if (role === 'leader') return [];
  const ruled = account?.ruled ? ['new_card', ...(account.card_made_at ? ['revoke'] : []), 'rename'] : [];
  return [...ruled, 'make_leader', 'take_out'];
}

/**
 * How the account of a pupil is entered; nothing of anybody else.
 * @param {GroupMember} parts
 */
export function cardText({ account }) {
  if (!account?.made_here) return null;
  if (!account.ruled) return t('lead.card.own');
  if (!account.card_made_at) return t('lead.card.none');
  return account.card_used_at ? t('lead.card.used', { date: dayText(account.card_used_at) }) : t('lead.card.unused');
}

/**
 * The acts on a member, folded up, or null. `tools` are {done, reload, showCards}.
 * @param {Group} group
 * @param {GroupMember} member
 * @param {LeadTools} tools
 */
export function foldedActs(group, member, tools) {
  const acts = actsOn(member);
  if (acts.length === 0) return null;
  const name = playerName(member.player);
  const buttons = acts.map((act) => {
    const button = html('button', { type: 'button', class: DANGEROUS.includes(act) ? 'danger' : null, 'data-testid': act }, t(`lead.${act}`));
    button.addEventListener('click', () => press(button, 'members', async () => {
      const said = await ACTS[act](group, member, tools);
      if (said) await tools.done('members', said);
    }));
    return button;
  });
  return html('details', { class: 'fold member-acts' },
    html('summary', { 'data-testid': 'acts' }, html('span', { class: 'visually-hidden' }, t('lead.of', { name })), t('lead.acts')),
    html('div', { class: 'ways', role: 'group', 'aria-label': name }, ...buttons));
}
