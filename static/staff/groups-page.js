// All groups of the server, for the staff: closed ones and those that have ended as well.

import { GROUP_ACTS } from './acts.js';
import { actOnGroup, getGroupsForStaff } from '../net/staff.js';
import { askAct } from './act-form.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { nameStaffPage, openStaffPage, say } from './entry.js';
import { playerName } from '../people/player-name.js';
import { t } from '../text/text.js';
import { whenText } from './case-item.js';

/** @import { Group } from '../shapes/groups.js' */
/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { StaffGroup } from '../shapes/staff.js' */
/** @import { Act } from './acts.js' */

const after = new URLSearchParams(location.search).get('after') ?? '';
const [RENAME, END] = GROUP_ACTS;

/**
 * @param {Group} parts
 * @param {number | null} ended
 */
function factsOf({ kind, joining, members, made_at: made }, ended) {
  const since = t('staff_groups.made', { when: whenText(made) });
  if (ended !== null) return [t(`staff_groups.kind.${kind}`), since, t('staff_groups.ended', { when: whenText(ended) })];
  return [t(`staff_groups.kind.${kind}`), t(`staff_groups.joining.${joining}`), t('staff_groups.members', { count: members }), since];
}

/** @param {PlayerCard[]} leaders */
function leadersPart(leaders) {
  const links = leaders.map((player) => html('a', { href: `/players/${player.id}`, 'data-testid': 'group-leader' }, playerName(player)));
  return html('dl', { class: 'entry-people' }, html('div', {}, html('dt', {}, t('staff_groups.leaders')),
    html('dd', {}, ...(links.length > 0 ? links : [t('staff_groups.no_leader')]))));
}

/**
 * A group with what can be done to it; one that has ended has no page.
 * @param {StaffGroup} parts
 */
function item({ group, leaders, ended_at: ended = null }) {
  const { id, name } = group;
  /** @param {Act} act */
  const ask = (act) => () => askAct(act, { id, about: name, target: {}, send: (body) => actOnGroup(id, body), done });
  /**
   * @param {Act} act
   * @param {string} word
   * @param {Record<string, unknown>} attributes
   */
  const button = (act, word, attributes) => html('button', {
    type: 'button', 'aria-label': t(`staff_groups.${word}_label`, { name }), 'data-testid': `${word}-group`, onclick: ask(act), ...attributes,
  }, t(`staff_groups.${word}`));
  return html('li', { class: 'report', 'data-testid': 'group', 'data-group': id, 'data-ended': String(ended !== null) },
    html('h3', {}, ended === null ? html('a', { href: `/groups/${id}` }, name) : name),
    html('p', { class: 'hint' }, ...factLine(factsOf(group, ended))),
    ended === null ? leadersPart(leaders) : null,
    ended === null ? html('div', { class: 'ways' }, button(RENAME, 'rename', {}), button(END, 'end', { class: 'danger' })) : null);
}

async function draw() {
  const { groups, next } = await getGroupsForStaff(after);
  nameStaffPage(t('staff_groups.title'));
  find('groups').replaceChildren(...groups.map(item));
  find('none').hidden = groups.length > 0;
  find('first-page').hidden = !after;
  find('next-page').hidden = !next;
  find('next-page').href = `/staff/groups?${new URLSearchParams({ after: next ?? '' })}`;
}

/** @param {string} act */
async function done(act) {
  await load();
  say(t(`act.${act}.done`));
  find('groups-title').focus();
}

const load = openStaffPage(draw);
