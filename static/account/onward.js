// Where a member goes who has just signed in.

import { doorAddress } from '../net/door.js';
import { getDoor } from '../net/account.js';
import { getAccount } from '../net/api.js';
import { hasNewTerms } from './terms-part.js';
import { rememberRoles } from '../net/roles.js';

/**
 * The page where one goes on: `next`, or the home page. Whoever has to agree to other terms than before is led there first.
 * @param {string | null} next
 */
export async function onward(next) {
  try {
    const [{ player, account }, door] = await Promise.all([getAccount(), getDoor()]);
    rememberRoles(player, account);
    if (hasNewTerms(account, door)) return doorAddress('/account', next);
  } catch {
    // Whoever is signed in is kept from nothing.
  }
  return next ?? '/';
}
