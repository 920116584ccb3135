// The page of those who lead a group.

import { find } from '../dom/find.js';
import { drawAccounts } from './accounts-part.js';
import { drawHere, drawRounds } from './round-part.js';
import { drawInvited } from './invited-part.js';
import { drawRequests } from './requests-part.js';
import { drawSettings } from './settings-part.js';
import { drawTakingPart } from './taking-part.js';
import { drawTasks } from './tasks-part.js';
import { goTo, sayIn } from './parts.js';
import { groupId, openGroupPage } from './entry.js';
import { membersPart } from './members-part.js';
import { showCards } from './cards-sheet.js';
import { t } from '../text/text.js';

/** @import { Group } from '../shapes/groups.js' */

const members = membersPart(drawHere);

/** The tools of the parts: `done` draws the page anew, says a text in a part, and leads there. */
const tools = {
  reload: () => load(),
  showCards,
  /**
   * @param {string} part
   * @param {string} text
   */
  async done(part, text) {
    await load();
    sayIn(part, text);
    goTo(part);
  },
};

/**
 * Whoever does not lead the group has no such page.
 * @param {Group} group
 */
async function draw(group) {
  if (group.role !== 'leader') return false;
  find('title').textContent = group.name;
  find('lead').textContent = t('lead.lead');
  document.title = t('lead.title_of', { name: group.name });
  drawSettings(group, tools);
  drawAccounts(group, tools);
  drawTakingPart(group, { part: 'round', changed: tools.reload });
  await Promise.all([drawRequests(group, tools.reload), drawInvited(group, tools), drawRounds(group, tools), drawTasks(group, tools), members.draw(group, tools)]);
  return true;
}

find('up').querySelector('a').href = `/groups/${groupId}`;
find('to-watch').href = `/groups/${groupId}/watch`;
const load = openGroupPage(draw);
