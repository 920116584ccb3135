// The members of the server, for the staff: all of them, or those whom a search finds.

import { find } from '../dom/find.js';
import { PagedList } from '../dom/paged-list.js';
import { addressOf, queryOf } from './member-search.js';
import { getMembers } from '../net/staff.js';
import { memberItem } from './member-item.js';
import { nameStaffPage, openStaffPage, whenFresh } from './entry.js';
import { once } from '../dom/once.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { Account } from '../shapes/account.js' */
/** @import { ProblemShape } from '../shapes/player.js' */

const FIELDS = ['text', 'role', 'state', 'unseen'];
const asked = new URLSearchParams(location.search);

/** What the server is asked for, page after page. */
let query = {};
/** Whether the reader finds members by their mail addresses, as owners do. */
let finds = false;

const fields = () => Object.fromEntries(FIELDS.map((name) => [name, find(name).value]));
/** @param {ProblemShape} problem */
const refuse = (problem) => { find('search-problem').textContent = problemText(problem); };

const list = new PagedList({
  list: find('members'), more: find('more'), item: memberItem, none: find('none'), fail: refuse,
  // A page that finds nobody is enough to begin with: whoever wants to looks further.
  least: 0,
  getPage: async (next) => {
    const { members: items, next: further } = await getMembers(next ? { ...query, after: next } : query);
    return { items, next: further };
  },
  changed: () => { find('none').textContent = t(list.next ? 'members.none_so_far' : 'members.none'); },
});

/** Shows what the form says, from the beginning. */
async function show() {
  query = queryOf(fields(), { finds, now: Date.now() });
  list.items = [];
  await list.load();
}

/** @param {Account} account */
async function draw(account) {
  finds = account.roles.includes('owner');
  nameStaffPage(t('members.title'));
  find('text-label').textContent = t(finds ? 'members.by_name_or_mail' : 'members.by_name');
  await show();
}

async function search() {
  find('search-problem').textContent = '';
  try {
    if (!await whenFresh(show)) return;
    history.replaceState(null, '', location.pathname + addressOf(fields()));
    find('list-title').focus();
  } catch (problem) {
    refuse(problem);
  }
}

// A value that is no choice is none.
for (const name of FIELDS) find(name).value = asked.get(name) ?? '';
for (const name of FIELDS.filter((each) => find(each).selectedIndex === -1)) find(name).value = '';
find('filter').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  once(find('find'), search);
});
openStaffPage(draw);
