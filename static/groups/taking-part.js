// Whether one takes part in the rounds of a club: nobody else says so.

import { currentPlayer } from '../net/player.js';
import { patchMember } from '../net/groups.js';
import { press, sayIn } from './parts.js';
import { t } from '../text/text.js';

const find = (id) => document.getElementById(id);
const box = find('plays');
let group = null;

/** Shows it to the members of a club; in a class everybody is paired. */
export function drawTakingPart(newGroup) {
  group = newGroup;
  find('plays-field').hidden = group.kind !== 'club' || !group.role;
  box.checked = group.plays;
}

box.addEventListener('change', () => press(box, 'group', async () => {
  const plays = box.checked;
  try {
    await patchMember(group.id, currentPlayer().id, { plays });
    group = { ...group, plays };
    sayIn('group', t(`groups.plays.${plays ? 'on' : 'off'}`));
  } finally {
    // A click in between was not heard.
    box.checked = group.plays;
  }
}));
