// A group in words.

import { locale, t } from '../text/text.js';

/** @import { Group } from '../shapes/groups.js' */

const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium' });
const moment = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/**
 * The day of a moment.
 * @param {number} at
 */
export const dayText = (at) => day.format(at);

/**
 * A moment to the minute.
 * @param {number} at
 */
export const momentText = (at) => moment.format(at);

/**
 * One's own part in a group, or nothing.
 * @param {Group} parts
 */
function ownPart({ role, asked, invited }) {
  if (role) return [t(`groups.you.${role}`)];
  if (invited) return [t('groups.you.invited')];
  return asked ? [t('groups.you.asked')] : [];
}

/**
 * Kind, members, the way to join, and one's own part.
 * @param {Group} group
 */
export const groupFacts = (group) => [
  t(`groups.kind.${group.kind}`), t('groups.members_count', { count: group.members }), t(`groups.joining_fact.${group.joining}`), ...ownPart(group),
];
