// The settings of a group, and its end.

import { find } from '../dom/find.js';
import { askText } from './ask-text.js';
import { deleteGroup, patchGroup } from '../net/groups.js';
import { dropDraft, keepDraft } from '../forms/draft.js';
import { groupId } from './entry.js';
import { hintAtClosed } from './closed-hint.js';
import { onSend } from '../forms/faults.js';
import { press, whenFresh } from './parts.js';
import { t } from '../text/text.js';

/** @import { Group } from '../shapes/groups.js' */
/** @import { LeadTools } from './parts.js' */

const DRAFT = `group.${groupId}`;
const LONGEST_NAME = 60;

const form = find('settings');
/** @type {any} */
let group = null;
/** @type {LeadTools} */
let tools;

/**
 * Fills the form once: what somebody types stays.
 * @param {Group} newGroup
 * @param {LeadTools} newTools
 */
export function drawSettings(newGroup, newTools) {
  const isFirst = group === null;
  [group, tools] = [newGroup, newTools];
  if (!isFirst) return;
  hintAtClosed(group.kind === 'class');
  for (const name of ['name', 'words', 'joining']) form.elements[name].value = group[name];
  keepDraft(form, DRAFT);
}

onSend(form, async () => {
  const { name, words, joining } = form.elements;
  await patchGroup(groupId, { name: name.value.trim(), words: words.value.trim(), joining: joining.value });
  dropDraft(DRAFT);
  await tools.done('settings', t('lead.save.done'));
});

find('end').addEventListener('click', () => press(find('end'), 'end', async () => {
  const { name } = group;
  const typed = await askText({
    title: t('lead.end_title', { name }), text: t('lead.end_hint'), label: t('lead.end_label'), max: LONGEST_NAME, yes: t('lead.end_yes'), danger: true,
    check: (line) => (line === name ? null : t('lead.end_wrong')), send: () => whenFresh(() => deleteGroup(groupId)),
  });
  if (typed) location.assign('/groups');
}));
