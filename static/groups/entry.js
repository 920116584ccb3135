// The way into a page of one group. Where there is none, or none for whoever asks, the page is that of an address without anything.

import '../page/site-links.js';
import '../theme/theme.js';
import { find } from '../dom/find.js';
import { getGroup } from '../net/groups.js';
import { hearOffers } from '../offers/hearing.js';
import { onPlayer, whoIsHere } from '../net/player.js';
import { problemText } from '../text/problem-text.js';
import { settingsButtons } from '../page/settings-dialog.js';
import { t } from '../text/text.js';

/** @import { Group } from '../shapes/groups.js' */

/** The group of the address. */
export const groupId = location.pathname.split('/')[2];

/** @param {string} state */
function show(state, problem = null) {
  find('inside').hidden = state !== 'inside';
  find('up').hidden = state === 'shut';
  find('away').hidden = state !== 'shut';
  find('page-problem').textContent = problem ? problemText(problem) : '';
  document.querySelector('main')?.classList.add('settled');
}

function shut() {
  find('title').textContent = t('missing.page');
  find('lead').textContent = t('missing.page_why');
  document.title = t('missing.title', { what: t('missing.page') });
  show('shut');
}

/**
 * Opens the page. `draw` shows a group to whoever may see it, and answers whether the page is for them. The answer does so once
 * more; a problem of it is shown on the page.
 * @param {(group: Group) => unknown} draw
 */
export function openGroupPage(draw) {
  let isLed = false;
  /** Leads to the part that the address names, once it is there. */
  const lead = () => {
    if (!isLed && location.hash.length > 1) find(location.hash.slice(1))?.focus();
    isLed = true;
  };
  const load = async () => {
    try {
      const group = await getGroup(groupId);
      if (await draw(group) === false) shut();
      else {
        show('inside');
        lead();
      }
    } catch (problem) {
      if (['no_such_group', 'malformed'].includes(problem.code)) shut();
      else show('refused', problem);
    }
  };
  find('bar-end').append(...settingsButtons());
  hearOffers();
  let isKnown = false;
  const begin = () => {
    isKnown = true;
    return load();
  };
  // Whoever comes back may have done a task meanwhile.
  addEventListener('pageshow', (event) => event.persisted && load());
  // Nobody is asked for a group before it is known who asks; a reader who has changed meanwhile sees another page.
  onPlayer(() => isKnown && load());
  whoIsHere().then(begin, begin);
  return load;
}
