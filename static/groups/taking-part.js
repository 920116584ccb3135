// Whether one takes part in the rounds of a group: nobody else says so.

import { find } from '../dom/find.js';
import { currentPlayer } from '../net/player.js';
import { isToTell, notePlays } from './told-plays.js';
import { patchMember } from '../net/groups.js';
import { press, sayIn } from './parts.js';
import { t } from '../text/text.js';

/** @import { Group } from '../shapes/groups.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

const box = find('plays');
/** @type {Group} */
let group;
let part = 'group';
/** @type {() => unknown} */
let changed = () => {};

/**
 * Shows it to the members of a club, and to the teachers of a class: pupils are paired without being asked. What was done is said
 * in a part of the page, and `changed` hears of it.
 * @param {Group} newGroup
 * @param {{part?: string, changed?: () => unknown}} tools
 */
export function drawTakingPart(newGroup, tools = {}) {
  group = newGroup;
  ({ part = part, changed = changed } = tools);
  find('plays-field').hidden = group.kind === 'club' ? !group.role : group.role !== 'leader';
  box.checked = group.plays;
  if (isToTell(group, currentPlayer()?.id)) sayIn(part, t('groups.plays.told'));
}

box.addEventListener('change', () => press(box, part, async () => {
  const plays = box.checked;
  try {
    await patchMember(group.id, /** @type {PlayerCard} */ (currentPlayer()).id, { plays });
    group = { ...group, plays };
    notePlays(group, /** @type {PlayerCard} */ (currentPlayer()).id);
    sayIn(part, t(`groups.plays.${plays ? 'on' : 'off'}`));
    await changed();
  } finally {
    // A click in between was not heard.
    box.checked = group.plays;
  }
}));
