// The page of a group: what it is, its tasks, its rounds, its members, and its games.

import '../games/games-list.js';
import { PagedList } from '../dom/paged-list.js';
import { currentPlayer } from '../net/player.js';
import { drawTakingPart } from './taking-part.js';
import { failIn, sayIn } from './parts.js';
import { followRounds } from './rounds-to-come.js';
import { getGroupGames, getMembers, getRounds, getTasks, groupArchive } from '../net/groups.js';
import { groupFacts } from './group-text.js';
import { groupId, openGroupPage } from './entry.js';
import { joiningWays } from './joining.js';
import { memberItem } from './member-item.js';
import { roundItem } from './round-item.js';
import { find } from '../dom/find.js';
import { setFacts } from '../dom/html.js';
import { t } from '../text/text.js';
import { taskItem } from './task-item.js';

/** @import { Group } from '../shapes/groups.js' */

const tasks = new PagedList({
  list: find('tasks'), more: find('more-tasks'), item: (task) => taskItem(groupId, task), fail: (problem) => failIn('tasks', problem),
  async getPage(cursor) {
    const { tasks: items, next } = await getTasks(groupId, cursor);
    return { items, next };
  },
});
const rounds = new PagedList({
  list: find('rounds'), more: find('more-rounds'), item: (round) => roundItem(round, currentPlayer()?.id), fail: (problem) => failIn('rounds', problem),
  changed: followRounds(() => rounds.load(), find('rounds')),
  async getPage(before) {
    const { rounds: items, next } = await getRounds(groupId, before);
    return { items, next };
  },
});
const members = new PagedList({
  list: find('members'), more: find('more-members'), item: (member) => memberItem(member), fail: (problem) => failIn('members', problem),
  async getPage(cursor) {
    const { members: items, next } = await getMembers(groupId, { cursor });
    return { items, next };
  },
});

/** @param {Group} group */
function drawGroup(group) {
  find('title').textContent = group.name;
  document.title = t('groups.page_title_of', { name: group.name });
  setFacts(find('lead'), groupFacts(group));
  find('words').textContent = group.words;
  find('to-lead').hidden = group.role !== 'leader';
  find('joining').replaceChildren(...joiningWays(group, done));
  drawTakingPart(group);
  // The way in comes first, and the way out last.
  if (group.role || group.asked) find('ways').append(find('joining'));
  else find('ways').prepend(find('joining'));
}

async function drawGames() {
  const problem = await find('games').show({});
  if (problem) failIn('games', problem);
}

/**
 * Only a class has tasks, and only its members see them.
 * @param {Group} parts
 */
async function drawTasks({ kind, role }) {
  const hasTasks = kind === 'class' && Boolean(role);
  find('tasks-part').hidden = true;
  if (!hasTasks) return;
  try {
    await tasks.load();
    find('tasks-part').hidden = tasks.items.length === 0;
  } catch (problem) {
    find('tasks-part').hidden = false;
    failIn('tasks', problem);
  }
}

/** @param {Group} group */
async function draw(group) {
  drawGroup(group);
  const games = drawGames();
  await Promise.all([drawTasks(group), rounds.load(), members.load()]);
  find('rounds-part').hidden = rounds.items.length === 0;
  await games;
}

/**
 * After an act the page is drawn anew. Whoever has left a closed group sees it no more.
 * @param {string} text
 */
async function done(text) {
  await load();
  sayIn('group', find('inside').hidden ? '' : text);
  find('title').focus();
}

for (const way of ['lead', 'watch']) find(`to-${way}`).href = `/groups/${groupId}/${way}`;
for (const form of ['sgf', 'zip']) find(`take-${form}`).href = groupArchive(groupId, form);
find('games').getPage = (/** @type {Record<string, any>} */ query) => getGroupGames(groupId, query);
find('games').addEventListener('found', (/** @type {any} */ { detail }) => { find('take').hidden = !detail.any; });
const load = openGroupPage(draw);
