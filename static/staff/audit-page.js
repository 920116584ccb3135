// The log of everything that the staff did, for owners.

import { ENTRY_ACTS } from './acts.js';
import { actOnEntry, checkAudit, getAudit, getStaff } from '../net/staff.js';
import { askAct } from './act-form.js';
import { auditItem } from './audit-item.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { nameStaffPage, openStaffPage, say, whenFresh } from './entry.js';
import { idIn } from '../people/player-id.js';
import { once } from '../dom/once.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';

/** @import { PlayerCard } from '../shapes/player.js' */
/** @import { AuditEntry, Staff } from '../shapes/staff.js' */

const asked = new URLSearchParams(location.search);
/** The fields of the address that the server knows, without those that are empty. */
const query = Object.fromEntries(['actor', 'player', 'before'].map((name) => [name, asked.get(name) ?? '']).filter(([, value]) => value));

/** @param {any} fields */
const pageAddress = (fields) => `/staff/audit?${new URLSearchParams(fields)}`;

/**
 * Those with a role, and whoever else the address names.
 * @param {Staff[]} staff
 * @param {PlayerCard[]} players
 */
function drawFilter(staff, players) {
  const people = new Map([...players.filter(({ id }) => id === query.actor), ...staff.map(({ player }) => player)].map((player) => [player.id, playerName(player)]));
  if (query.actor && !people.has(query.actor)) people.set(query.actor, query.actor);
  find('actor').replaceChildren(html('option', { value: '' }, t('audit.anybody')),
    ...[...people].map(([id, name]) => html('option', { value: id, selected: id === query.actor }, name)));
  find('player').value = query.player ?? '';
}

/**
 * The button that removes what lies beside an entry.
 * @param {AuditEntry} parts
 */
const eraseButton = ({ seq, reason }) => (reason ? html('button', {
  type: 'button', class: 'quiet', 'data-testid': 'erase', 'aria-label': t('audit.erase_label', { number: seq }), onclick: () => askAct(ENTRY_ACTS[0], {
    id: seq, about: t('audit.number', { number: seq }), target: {}, send: (body) => actOnEntry({ ...body, seq }), done,
  }),
}, t('audit.erase')) : null);

async function draw() {
  const [{ entries, players, next }, staff] = await Promise.all([getAudit(query), getStaff()]);
  nameStaffPage(t('audit.title'));
  drawFilter(staff, players);
  find('entries').replaceChildren(...entries.map((entry) => auditItem(entry, players, eraseButton(entry))));
  find('no-entries').hidden = entries.length > 0;
  const { before, ...rest } = query;
  find('first-page').hidden = !before;
  find('first-page').href = pageAddress(rest);
  find('next-page').hidden = next === null;
  find('next-page').href = pageAddress({ ...rest, before: next });
}

/** @param {string} act */
async function done(act) {
  await load();
  say(t(`act.${act}.done`));
  find('entries-title').focus();
}

/** @param {any} parts */
function tellCheck({ entries, head, broken }) {
  const place = find('checked');
  place.classList.toggle('broken', broken !== null);
  const text = broken ? t(`audit.broken.${broken.how}`, { number: broken.seq }) : t('audit.holds', { count: entries });
  place.replaceChildren(html('span', {}, text), html('span', { class: 'head' }, html('span', {}, t('audit.head')), ' ', html('code', {}, head)));
}

async function check() {
  find('check-problem').textContent = '';
  find('checked').replaceChildren();
  try {
    await whenFresh(async () => tellCheck(await checkAudit()));
  } catch (problem) {
    find('check-problem').textContent = problemText(problem);
  }
}

/**
 * A file is no place for a refusal: whether the sign-in is fresh enough is asked before.
 * @param {Event} event
 */
async function download(event) {
  event.preventDefault();
  find('check-problem').textContent = '';
  try {
    if (await whenFresh(getStaff)) location.assign(find('export').href);
  } catch (problem) {
    find('check-problem').textContent = problemText(problem);
  }
}

find('check').addEventListener('click', () => once(find('check'), check));
find('export').addEventListener('click', download);
find('filter').addEventListener('submit', (/** @type {Event} */ event) => {
  event.preventDefault();
  const fields = { actor: find('actor').value, player: idIn(find('player').value) };
  location.assign(pageAddress(Object.fromEntries(Object.entries(fields).filter(([, value]) => value))));
});
const load = openStaffPage(draw);
