// The page of the staff: what waits, and who keeps order.

import { caseItem } from './case-item.js';
import { currentPlayer } from '../net/player.js';
import { getCases, getStaff } from '../net/staff.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { kindMark } from '../people/kind.js';
import { nameStaffPage, openStaffPage } from './entry.js';
import { playerName } from '../people/player-name.js';
import { t } from '../text/text.js';

/** @import { Account, Role } from '../shapes/account.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { Staff } from '../shapes/staff.js' */

const after = new URLSearchParams(location.search).get('after') ?? '';

/**
 * Of those whose role is below one's own there is a page for the staff.
 * @param {PlayerCard} player
 * @param {Role[]} roles
 * @param {Account} account
 */
function pageOf(player, roles, account) {
  const isBelow = account.roles.includes('owner') && !roles.includes('owner') && player.id !== currentPlayer()?.id;
  return `${isBelow ? '/staff' : ''}/players/${player.id}`;
}

/** @param {Account} account */
const person = (account) => (/** @type {Staff} */ { player, roles }) => html('li', { class: 'device', 'data-testid': 'staff-member' },
  html('span', { class: 'person' }, html('a', { href: pageOf(player, roles, account) }, playerName(player)), kindMark(player)),
  html('span', { class: 'hint' }, roles.map((role) => t(`act.role.${role}`)).join(' · ')));

/** @param {Account} account */
async function draw(account) {
  const [{ cases, next }, staff] = await Promise.all([getCases(after), getStaff()]);
  nameStaffPage(t('staff.title'));
  find('cases').replaceChildren(...cases.map(caseItem));
  find('no-cases').hidden = cases.length > 0;
  find('first-page').hidden = !after;
  find('next-page').hidden = !next;
  find('next-page').href = `/staff?${new URLSearchParams({ after: next ?? '' })}`;
  find('people').replaceChildren(...staff.map(person(account)));
  find('owners-part').hidden = !account.roles.includes('owner');
}

openStaffPage(draw);
