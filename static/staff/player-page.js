// What the staff knows of a player, and does.

import { PLAYER_ACTS } from './acts.js';
import { actOnPlayer, exportMember, getHistory, getNetworks } from '../net/staff.js';
import { auditItem } from './audit-item.js';
import { caseItem } from './case-item.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { foldedActs } from './act-form.js';
import { kindText } from '../people/kind.js';
import { nameStaffPage, openStaffPage, say, whenFresh } from './entry.js';
import { networkItem } from './network-item.js';
import { once } from '../dom/once.js';
import { playerName } from '../people/player-name.js';
import { problemText } from '../text/problem-text.js';
import { saveFile } from '../dom/save-file.js';
import { sanctionItem } from './sanction-item.js';
import { locale, t } from '../text/text.js';

/** @import { Account, Role } from '../shapes/account.js' */
/** @import { Player } from '../shapes/player.js' */

const id = /** @type {string} */ (location.pathname.split('/').pop());
const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' });

/**
 * What a player is, and the ways to the pages that everybody sees.
 * @param {Player} player
 * @param {Role[]} roles
 */
function drawWho(player, roles) {
  nameStaffPage(playerName(player));
  const facts = [kindText(player), ...roles.map((role) => t(`act.role.${role}`)), t('staff.since', { when: day.format(player.created_at) })];
  find('lead').replaceChildren(...factLine(facts));
  find('ways').replaceChildren(html('a', { class: 'button', href: `/players/${id}`, 'data-testid': 'to-player' }, t('staff.player_page')),
    html('a', { class: 'button', href: `/games?player=${id}`, 'data-testid': 'to-games' }, t('staff.games')));
}

/** @param {any} parts */
const formerItem = ({ name, until }) => html('li', { class: 'device' }, html('span', {}, name), html('span', { class: 'hint' }, t('staff.until', { when: day.format(until) })));

/**
 * The same name, whichever keyboard has written it.
 * @param {string} name
 */
const plain = (name) => name.normalize('NFC').trim();

/**
 * Does what a form says to the player.
 * @param {Player} player
 */
const sendFor = (player) => async (/** @type {Record<string, any>} */ body) => {
  if (body.act === 'export') return saveFile(await exportMember(id, body.reason), `tengen-${id}.zip`);
  const isSame = body.act === 'delete' && plain(body.name) === plain(player.name);
  return actOnPlayer(id, isSame ? { ...body, name: player.name } : body);
};

/** @param {Account} account */
async function draw(account) {
  const { player, roles, former_names: former, cases, sanctions, entries, players } = await getHistory(id);
  drawWho(player, roles);
  find('acts').replaceChildren(...foldedActs(PLAYER_ACTS, { id, target: { account, player, roles, sanctions }, send: sendFor(player), done }));
  find('sanctions').replaceChildren(...sanctions.map(sanctionItem));
  find('no-sanctions').hidden = sanctions.length > 0;
  find('former').replaceChildren(...former.map(formerItem));
  find('former-part').hidden = former.length === 0;
  find('cases').replaceChildren(...cases.map(caseItem));
  find('no-cases').hidden = cases.length > 0;
  find('entries').replaceChildren(...entries.map((entry) => auditItem(entry, [...players, player])));
  find('no-entries').hidden = entries.length > 0;
  find('all-entries').hidden = !account.roles.includes('owner');
  find('all-entries').firstElementChild.href = `/staff/audit?player=${id}`;
}

/** Of whoever is deleted nothing is left to be shown. */
function showGone() {
  find('inside').hidden = true;
  nameStaffPage(t('staff.player'));
  say(t('act.delete_member.done'));
  find('title').focus();
}

/** @param {string} act */
async function done(act) {
  if (act === 'delete_member') {
    showGone();
    return;
  }
  await load();
  say(t(`act.${act}.done`));
  find('acts-title').focus();
}

/** Networks are nobody's business until somebody asks for them. */
async function showNetworks() {
  find('networks-problem').textContent = '';
  try {
    /** @type {any[]} */
    let networks = [];
    if (!await whenFresh(async () => { networks = await getNetworks(id); })) return;
    find('networks').replaceChildren(...networks.map(networkItem));
    find('no-networks').hidden = networks.length > 0;
    find('ask-networks').hidden = true;
    // The button that had the keyboard is gone.
    find('networks-title').focus();
  } catch (problem) {
    find('networks-problem').textContent = problemText(problem);
  }
}

find('show-networks').addEventListener('click', () => once(find('show-networks'), showNetworks));
const load = openStaffPage(draw);
