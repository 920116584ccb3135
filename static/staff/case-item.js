// A case in words and as an item of a list.

import { factLine, html } from '../dom/html.js';
import { playerName } from '../people/player-name.js';
import { language, locale, t } from '../text/text.js';

/** @import { Case } from '../shapes/staff.js' */

const moment = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
const names = new Intl.ListFormat(language, { type: 'conjunction' });

/**
 * When something was, to the minute.
 * @param {number} at
 */
export const whenText = (at) => moment.format(at);

/**
 * What a case is about: of a game its players, of a bot its owner.
 * @param {Case} parts
 */
export function caseText({ about, subject, players }) {
  const name = names.format(players.map(playerName));
  const isBot = ['player', 'name'].includes(about) && players.length > 0 && players[0].id !== subject;
  return t(isBot ? `case.about.${about}_of_bot` : `case.about.${about}`, { name });
}

/**
 * How many reports a case has, and since when it waits or how it was answered.
 * @param {Case} parts
 */
export function caseFacts({ reports, opened_at: opened, last_at: last, answer }) {
  return [t('case.count', { count: reports }), t('case.since', { when: whenText(opened) }),
    ...(last === opened ? [] : [t('case.last', { when: whenText(last) })]),
    ...(answer ? [t(`reports.outcome.${answer.outcome}`)] : [])];
}

/** @param {Case} each */
export function caseItem(each) {
  return html('li', { class: 'report', 'data-testid': 'case', 'data-case': each.id },
    html('h3', {}, html('a', { href: `/staff/cases/${each.id}` }, caseText(each))),
    html('p', { class: 'hint' }, ...factLine(caseFacts(each))));
}
