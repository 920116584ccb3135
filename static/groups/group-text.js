// A group in words.

import { language, t } from '../text/text.js';

const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });

/** The day of a moment. */
export const dayText = (at) => day.format(at);

/** What one is to a group, or nothing. */
function ownPart({ role, asked }) {
  if (role) return [t(`groups.you.${role}`)];
  return asked ? [t('groups.you.asked')] : [];
}

/** Kind, members, how one joins, and what one is to it. */
export const groupFacts = (group) => [
  t(`groups.kind.${group.kind}`), t('groups.members_count', { count: group.members }), t(`groups.joining_fact.${group.joining}`), ...ownPart(group),
];
