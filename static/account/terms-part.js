// The operator's terms, where they have changed since a member agreed to them.

import { find } from '../dom/find.js';
import { nextPage } from '../net/door.js';
import { onSend } from '../forms/faults.js';
import { patchMe } from '../net/account.js';
import { t } from '../text/text.js';

/** @import { Account, Door, Terms } from '../shapes/account.js' */

/**
 * Whether a member has still to agree to the terms of now.
 * @param {Account | null | undefined} account
 * @param {Door} door
 */
export const hasNewTerms = (account, door) => Boolean(account && door?.terms && door.terms.version !== account.terms);

/**
 * Shows the terms to a member who has not agreed to them, or nothing.
 * @param {Account | null | undefined} account
 * @param {Door} door
 */
export function drawTerms(account, door) {
  find('new-terms').hidden = !hasNewTerms(account, door);
  find('terms-text').textContent = find('new-terms').hidden ? '' : /** @type {Terms} */ (door.terms).text;
  find('agree').elements.version.value = door?.terms?.version ?? '';
}

/**
 * `changed` is called when the member has agreed, or when the terms have changed once more.
 * @param {() => unknown} changed
 */
export function listenToTerms(changed) {
  const form = find('agree');
  onSend(form, async () => {
    try {
      await patchMe({ terms: form.elements.version.value });
    } catch (problem) {
      if (problem.code === 'terms_not_agreed') await changed();
      throw problem;
    }
    const next = nextPage(location.search);
    if (next) {
      location.assign(next);
      return;
    }
    await changed();
    find('terms-said').textContent = t('terms.agreed');
    find('title').tabIndex = -1;
    find('title').focus();
  });
}
