// The members of a group as its leaders see them, and the ways for others to come in.

import { PagedList } from '../dom/paged-list.js';
import { ask } from '../dom/dialogs.js';
import { cardText, foldedActs } from './member-acts.js';
import { deleteCards, getMembers, inviteTo, postCards } from '../net/groups.js';
import { failIn, press, whenFresh } from './parts.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { idInField } from '../people/player-id.js';
import { memberItem } from './member-item.js';
import { onSend } from '../forms/faults.js';
import { t } from '../text/text.js';

/** @import { Group, GroupMember } from '../shapes/groups.js' */
/** @import { LeadTools } from './parts.js' */

/** The longest page that the server gives, and the largest class. */
const PAGE = 100;
const CLASS = 200;

/** @type {Group} */
let group;
/** @type {LeadTools} */
let tools;

/**
 * The list of members; `hear` is told the members, and of which group, when there are others.
 * @param {(members: GroupMember[], group: Group) => void} hear
 */
export function membersPart(hear) {
  const list = new PagedList({
    list: find('members'), more: find('more-members'), least: CLASS, fail: (problem) => failIn('members', problem),
    item: (member) => memberItem(member, .../** @type {Node[]} */ ([cardText(member) && html('span', { class: 'hint card-state', 'data-testid': 'card-state' }, cardText(member)),
      foldedActs(group, member, tools)].filter(Boolean))),
    async getPage(cursor) {
      const { members: items, next } = await getMembers(group.id, { cursor, limit: PAGE });
      return { items, next };
    },
    changed: (items) => hear(items, group),
  });
  return {
    /**
     * The tools are {done, reload, showCards}.
     * @param {Group} newGroup
     * @param {LeadTools} newTools
     */
    async draw(newGroup, newTools) {
      [group, tools] = [newGroup, newTools];
      await list.load();
      find('card-ways').hidden = !list.items.some(({ account }) => account?.ruled);
      // A class begins with its accounts.
      if (group.kind === 'class' && list.items.length === 1) find('accounts-fold').open = true;
    },
  };
}

/**
 * @param {string} act
 * @param {boolean} danger
 * @param {() => unknown} send
 */
const all = (act, danger, send) => async () => {
  if (await ask({ title: t(`lead.${act}_title`), text: t(`lead.${act}_text`), yes: t(`lead.${act}`), danger })) await whenFresh(send);
};

find('all-cards').addEventListener('click', () => press(find('all-cards'), 'members', all('all_cards', false, async () => {
  tools.showCards(await postCards(group.id));
  await tools.reload();
})));
find('revoke-all').addEventListener('click', () => press(find('revoke-all'), 'members', all('revoke_all', true, async () => {
  await deleteCards(group.id);
  await tools.done('members', t('lead.revoke_all.done'));
})));
onSend(find('invite'), async () => {
  const { player } = find('invite').elements;
  await inviteTo(group.id, idInField(player));
  player.value = '';
  find('invite-fold').open = false;
  await tools.done('members', t('lead.invite.done'));
});
