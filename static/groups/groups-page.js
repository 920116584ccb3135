// The page of all groups: one's own, the others that one may see, and the founding of a new one.

import '../page/site-links.js';
import '../theme/theme.js';
import { PagedList } from '../dom/paged-list.js';
import { currentPlayer, isMember, onPlayerLook, whoIsHere } from '../net/player.js';
import { drawInvitations } from './invitations-part.js';
import { getAccount } from '../net/api.js';
import { getGroups } from '../net/groups.js';
import { hearOffers } from '../offers/hearing.js';
import { letFoundClasses } from './found-form.js';
import { problemText } from '../text/problem-text.js';
import { rememberRoles } from '../net/roles.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { signInAddress } from '../net/door.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { groupFacts } from './group-text.js';

/** @import { Group } from '../shapes/groups.js' */
/** @import { ProblemShape } from '../shapes/player.js' */

/**
 * A group as an item of a list.
 * @param {Group} group
 */
const groupItem = (group) => html('li', { class: 'report', 'data-testid': 'group', 'data-group': group.id },
  html('h3', {}, html('a', { href: `/groups/${group.id}` }, group.name)),
  html('p', { class: 'hint' }, ...factLine(groupFacts(group))));

/** @param {ProblemShape} problem */
const fail = (problem) => { find('page-problem').textContent = problemText(problem); };

/** @param {Record<string, any>} query */
const pagesOf = (query) => async (/** @type {string | null} */ cursor) => {
  const { groups, next } = await getGroups({ ...query, cursor });
  return { items: groups, next };
};
const mine = new PagedList({ list: find('mine'), more: find('more-mine'), none: find('no-mine'), getPage: pagesOf({ mine: true }), item: groupItem, fail });
const all = new PagedList({ list: find('all'), more: find('more-all'), none: find('no-all'), getPage: pagesOf({}), item: groupItem, fail });

/** The parts for members: invitations, one's own groups, and the way to found one. */
async function drawMember() {
  const member = isMember(currentPlayer());
  find('mine-part').hidden = !member;
  find('found-fold').hidden = !member;
  find('for-members').hidden = member;
  find('invitations-part').hidden = true;
  if (!member) return;
  const [{ player, account }] = await Promise.all([getAccount(), mine.load(), drawInvitations(load)]);
  rememberRoles(player, account);
  letFoundClasses(account?.roles.includes('owner') ?? false);
}

async function load() {
  try {
    await Promise.all([all.load(), drawMember()]);
  } catch (problem) {
    fail(problem);
  }
  document.querySelector('main')?.classList.add('settled');
}

find('bar-end').append(...settingsButtons());
find('to-sign-in').href = signInAddress(location);
hearOffers();
let isKnown = false;
const begin = () => {
  isKnown = true;
  return load();
};
onPlayerLook(() => isKnown && load());
whoIsHere().then(begin, begin);
