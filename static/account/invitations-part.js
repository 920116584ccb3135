// The invitations to register, for those who run the server.

import { ask } from '../dom/dialogs.js';
import { copyLink } from './copy-link.js';
import { currentPlayer } from '../net/player.js';
import { deleteInvitation, getInvitations, postInvitation } from '../net/account.js';
import { find } from '../dom/find.js';
import { factLine, html } from '../dom/html.js';
import { problemText } from '../text/problem-text.js';
import { locale, t } from '../text/text.js';
import { whenConfirmed } from './confirming.js';

/** @import { Invitation } from '../shapes/account.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

const DAY = 86_400_000;
const LENGTHS = [1, 7, 30, 365];
const USUAL = 7;

const moment = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' });
/** @param {{note: string}} parts */
const noteOf = ({ note }) => note || t('invitations.unnamed');
/**
 * Acts of those who run the server need a sign-in of the last hour.
 * @param {() => unknown} act
 */
const fresh = (act) => whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, act);
/** @param {string} text */
const say = (text) => { find('invitations-said').textContent = text; };

/** @param {Invitation} invitation */
function item(invitation) {
  const { id, left, places, expires_at: until } = invitation;
  const note = noteOf(invitation);
  return html('li', { class: 'device', 'data-testid': 'invitation', 'data-invitation': id },
    html('div', { class: 'device-text' },
      html('h3', {}, note),
      html('p', {}, ...factLine([t('invitations.left', { count: places, left }), t('invitations.until', { date: moment.format(until) })]))),
    html('button', {
      type: 'button', class: 'danger', 'data-testid': 'take-back', 'aria-label': t('invitations.take_back_label', { note }),
      onclick: () => takeBack(invitation),
    }, t('invitations.take_back')));
}

/**
 * Shows the part to an owner, and nothing to anybody else.
 * @param {{roles: string[]} | null | undefined} account
 */
export async function drawInvitations(account) {
  const isOwner = account?.roles.includes('owner') ?? false;
  find('invitations-part').hidden = !isOwner;
  if (!isOwner) {
    find('invitation-made').hidden = true;
    find('invitation-link').value = '';
    return;
  }
  find('invitations-problem').textContent = '';
  try {
    const invitations = await getInvitations();
    find('invitations').replaceChildren(...invitations.map(item));
    find('no-invitations').hidden = invitations.length > 0;
    showLocked(false);
  } catch (problem) {
    // Nobody is asked who it is before looking for the invitations.
    if (problem.code === 'sign_in_again') showLocked(true);
    else find('invitations-problem').textContent = problemText(problem);
  }
}

/**
 * Shows the way to the invitations in their place, or them.
 * @param {boolean} locked
 */
function showLocked(locked) {
  find('invitations-locked').hidden = !locked;
  find('invite').hidden = locked;
  if (locked) {
    find('invitations').replaceChildren();
    find('no-invitations').hidden = true;
  }
}

async function unlock() {
  try {
    if (!await fresh(getInvitations)) return;
  } catch (problem) {
    find('invitations-problem').textContent = problemText(problem);
    return;
  }
  await drawInvitations({ roles: ['owner'] });
  find('invitations-title').focus();
}

/** @param {Invitation} invitation */
async function takeBack(invitation) {
  const note = noteOf(invitation);
  const sure = await ask({
    title: t('invitations.take_back_label', { note }), text: t('invitations.take_back_text', { note }), yes: t('invitations.take_back'), danger: true,
  });
  if (!sure) return;
  find('invitations-problem').textContent = '';
  try {
    if (!await fresh(() => deleteInvitation(invitation.id))) return;
  } catch (problem) {
    // What was taken back elsewhere is taken back, too.
    if (problem.code !== 'no_such_invitation') {
      find('invitations-problem').textContent = problemText(problem);
      return;
    }
  }
  if (find('invitation-made').dataset.invitation === invitation.id) find('invitation-made').hidden = true;
  await drawInvitations({ roles: ['owner'] });
  say(t('invitations.taken_back', { note }));
  // The button that had the keyboard is gone.
  find('invitations-title').focus();
}

/** @param {Event} event */
async function make(event) {
  event.preventDefault();
  find('invitations-problem').textContent = '';
  say('');
  const wish = {
    places: Number(find('invitation-places').value), note: find('invitation-note').value.trim(),
    expires_at: Date.now() + Number(find('invitation-days').value) * DAY,
  };
  try {
    /** @type {any} */
    let made = null;
    if (!await fresh(async () => { made = await postInvitation(wish); })) return;
    const { invitation, address } = made;
    find('invite').reset();
    find('invitation-made').hidden = false;
    find('invitation-made').dataset.invitation = invitation.id;
    find('invitation-link').value = address;
    find('invitation-copied').textContent = '';
    await drawInvitations({ roles: ['owner'] });
    find('invitation-link').focus();
    find('invitation-link').select();
  } catch (problem) {
    find('invitations-problem').textContent = problemText(problem);
    if (problem.params?.field === 'places') find('invitation-places').focus();
  }
}

export function listenToInvitations() {
  find('invitation-days').append(...LENGTHS.map((days) =>
    html('option', { value: days, selected: days === USUAL }, t('invitations.days.some', { count: days }))));
  find('invite').addEventListener('submit', make);
  find('invitations-unlock').addEventListener('click', unlock);
  find('invitation-copy').addEventListener('click', () =>
    copyLink(find('invitation-link'), (text) => { find('invitation-copied').textContent = text; }));
}
