// The lines that stand on every page, for owners: those of now, and a new one.

import { ANNOUNCE, TAKE_BACK } from './acts.js';
import { actOnAnnouncements, getAnnouncements, getStaff } from '../net/staff.js';
import { askAct, openAct } from './act-form.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { language, languages, t } from '../text/text.js';
import { nameStaffPage, openStaffPage, say } from './entry.js';
import { Problem } from '../net/problem.js';
import { tagFor } from './announcement-lines.js';
import { whenText } from './case-item.js';

/** @import { Account } from '../shapes/account.js' */
/** @import { Announcement } from '../shapes/staff.js' */

/**
 * A line in each language in which it was written.
 * @param {Record<string, string>} texts
 */
const translated = (texts) => html('dl', { class: 'shown-lines' }, ...languages.filter(([tag]) => texts[tag])
  .map(([tag, own]) => html('div', {}, html('dt', { lang: tag }, own), html('dd', { lang: tag }, texts[tag]))));

/** @param {any} parts */
function item({ id, texts, until, created_at: at }) {
  const text = texts[/** @type {string} */ (tagFor(texts, language))];
  const takeBack = () => askAct(TAKE_BACK, { id, about: text, target: {}, send: (body) => actOnAnnouncements({ ...body, id }), done });
  const label = t('announcements.take_back_label', { text });
  return html('li', { class: 'report', 'data-testid': 'announcement', 'data-announcement': id }, translated(texts),
    html('div', { class: 'report-foot hint' }, html('span', {}, ...factLine([t('staff.sanction.from', { when: whenText(at) }), t('staff.until', { when: whenText(until) })])),
      html('button', { type: 'button', class: 'quiet', 'data-testid': 'take-back', 'aria-label': label, onclick: takeBack }, t('announcements.take_back'))));
}

/**
 * The lines above this page, as the server shows them on the next one.
 * @param {Announcement[]} announcements
 */
function drawTop(announcements) {
  document.querySelector('.announcements')?.remove();
  if (announcements.length === 0) return;
  const lines = announcements.map(({ texts }) => [tagFor(texts, language), texts]);
  document.body.prepend(html('aside', { class: 'announcements', 'aria-label': t('announcement.label') }, ...lines.map((/** @type {any} */ [tag, texts]) => html('p', { lang: tag }, texts[tag]))));
}

/** @param {Account} account */
async function draw(account) {
  if (!account.roles.includes('owner')) throw new Problem({ code: 'not_allowed' });
  // Everybody reads the lines; whether the sign-in is fresh enough for a new one the list of the staff tells.
  const [announcements] = await Promise.all([getAnnouncements(), getStaff()]);
  nameStaffPage(t('announcements.title'));
  drawTop(announcements);
  find('lines').replaceChildren(...announcements.map(item));
  find('none').hidden = announcements.length > 0;
  find('new').replaceChildren(openAct(ANNOUNCE, { id: 'new', target: {}, send: actOnAnnouncements, done }));
}

/** @param {string} act */
async function done(act) {
  await load();
  say(t(`act.${act}.done`));
  find('now-title').focus();
}

const load = openStaffPage(draw);
