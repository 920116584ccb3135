// A member of a group as an item of a list.

import { dayText } from './group-text.js';
import { html } from '../dom/html.js';
import { playerName } from '../people/player-name.js';
import { t } from '../text/text.js';

/** @import { GroupMember } from '../shapes/groups.js' */

/**
 * `more` stands at the end of the item.
 * @param {GroupMember} parts
 * @param {...Node} more
 */
export const memberItem = ({ player, role, joined_at: since }, ...more) => html('li', { class: 'device member', 'data-testid': 'member', 'data-player': player.id },
  html('span', { class: 'person' }, html('a', { href: `/players/${player.id}` }, playerName(player)),
    role === 'leader' ? html('span', { class: 'badge' }, t('groups.leader')) : null),
  html('span', { class: 'hint' }, t('groups.since', { date: dayText(since) })), ...more);
