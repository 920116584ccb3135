// A member in the list of the members, with the way to what the staff knows and does.

import { factLine, html } from '../dom/html.js';
import { locale, t } from '../text/text.js';
import { playerName } from '../people/player-name.js';
import { whenText } from './case-item.js';

/** @import { ListedMember, MemberFacts } from '../shapes/staff.js' */

const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' });

/** @param {MemberFacts} parts */
function stateFacts({ state, suspended_until: until }) {
  if (state === 'banned') return [t('staff.sanction.ban')];
  return state === 'suspended' ? [t('staff.sanction.suspension'), t('staff.until', { when: whenText(/** @type {number} */ (until)) })] : [];
}

/** @param {MemberFacts} parts */
const seenFact = ({ last_seen_at: at }) => (at === null ? t('members.not_seen') : t('members.seen', { date: day.format(at) }));

/**
 * Of whoever is an equal or higher there are no facts, and no page for the staff.
 * @param {ListedMember} parts
 */
export function memberItem({ player, registered_at: registered, roles, facts }) {
  const known = facts ? [...stateFacts(facts), seenFact(facts)] : [];
  const all = [...roles.map((role) => t(`act.role.${role}`)), t('members.since', { date: day.format(registered) }), ...known];
  return html('li', { class: 'report', 'data-testid': 'member', 'data-player': player.id },
    html('h3', {}, html('a', { href: `${facts ? '/staff' : ''}/players/${player.id}` }, playerName(player))),
    html('p', { class: 'hint' }, ...factLine(all)),
    facts?.mail ? html('p', { class: 'member-mail', 'data-testid': 'member-mail' }, facts.mail) : null);
}
