// The way into a page of the staff: nothing is there for whoever has no role, and what may not be seen is said.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { currentPlayer, isMember, onPlayer } from '../net/player.js';
import { getAccount } from '../net/api.js';
import { hearOffers } from '../offers/hearing.js';
import { problemText } from '../text/problem-text.js';
import { rememberRoles } from '../net/roles.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { t } from '../text/text.js';
import { whenConfirmed } from '../account/confirming.js';

/** @import { Account } from '../shapes/account.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

const here = () => location.pathname + location.search;

/**
 * Does something that needs a sign-in of the last hour; false if it is not proved who is here.
 * @param {() => unknown} act
 */
export const whenFresh = (act) => whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, act, { next: here() });

/**
 * Says what was done, to eyes and ears.
 * @param {string} text
 */
export const say = (text) => { find('said').textContent = text; };

/**
 * Names the page: in its heading and in the title of the tab.
 * @param {string} name
 */
export function nameStaffPage(name, lead = '') {
  find('title').textContent = name;
  find('lead').textContent = lead;
  document.title = name === t('staff.title') ? t('staff.page_title') : t('staff.page_title_of', { name });
}

/** @param {string} state */
function show(state, problem = null) {
  find('inside').hidden = state !== 'inside';
  find('locked').hidden = state !== 'locked';
  find('away').hidden = state !== 'shut';
  find('up').hidden = state === 'shut' || location.pathname === '/staff';
  find('problem').textContent = problem ? problemText(problem) : '';
  document.querySelector('main')?.classList.add('settled');
}

/** Whoever has no role sees what every address without a page shows. */
function shut() {
  find('title').textContent = t('missing.page');
  find('lead').textContent = t('missing.page_why');
  document.title = t('missing.title', { what: t('missing.page') });
  show('shut');
}

/** The account of a member with a role, or null. */
async function accountOfStaff() {
  if (!isMember(currentPlayer())) return null;
  const { player, account } = await getAccount();
  rememberRoles(player, account);
  return account && account.roles.length > 0 ? account : null;
}

/**
 * Opens the page. `draw` fetches and shows what an account may see; the answer does so once more.
 * @param {(account: Account) => unknown} draw
 */
export function openStaffPage(draw) {
  const load = async () => {
    try {
      const account = await accountOfStaff();
      if (!account) return shut();
      await draw(account);
      show('inside');
    } catch (problem) {
      if (problem.code === 'unauthenticated') shut();
      else if (problem.code === 'sign_in_again') show('locked');
      else show('refused', problem);
    }
  };
  find('unlock').addEventListener('click', async () => {
    try {
      const proved = await whenFresh(async () => draw(/** @type {Account} */ (await accountOfStaff())));
      if (!proved) return;
      show('inside');
      find('title').focus();
    } catch (problem) {
      show('refused', problem);
    }
  });
  find('bar-end').append(...settingsButtons());
  hearOffers();
  onPlayer(load);
  return load;
}
