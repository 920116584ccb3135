// How a member joins a group and leaves it.

import { ask } from '../dom/dialogs.js';
import { currentPlayer, isMember } from '../net/player.js';
import { answerInvitation, deleteMember, deleteRequest, joinGroup } from '../net/groups.js';
import { html } from '../dom/html.js';
import { press } from './parts.js';
import { signInAddress } from '../net/door.js';
import { sentences, t } from '../text/text.js';

/** @import { Group } from '../shapes/groups.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * The button of an act. `done` is called with the text that says what is so now, and perhaps one `more`.
 * @param {string} name
 * @param {{act: () => unknown, done: (text: string) => unknown, more?: string | null, quiet?: boolean}} parts
 */
function actButton(name, { act, done, more = null, quiet = false }) {
  const button = html('button', { type: 'button', class: quiet ? 'quiet' : 'primary', 'data-testid': name }, t(`groups.${name}`));
  button.addEventListener('click', () => press(button, 'group', async () => {
    if (await act() !== false) await done(sentences(/** @type {string[]} */ ([t(`groups.${name}.done`), more].filter(Boolean))));
  }));
  return button;
}

/**
 * Whoever leaves a closed group does not come back alone, and a class keeps no card of whoever has left.
 * @param {Group} parts
 */
async function leave({ id, name, kind }) {
  const sure = await ask({ title: t('groups.leave_title', { name }), text: t(`groups.leave_text.${kind}`), yes: t('groups.leave'), danger: true });
  if (!sure) return false;
  return deleteMember(id, /** @type {PlayerCard} */ (currentPlayer()).id);
}

/**
 * The ways in and out of a group that whoever looks has.
 * @param {Group} group
 * @param {(text: string) => unknown} done
 */
export function joiningWays(group, done) {
  const { id, kind, role, asked, invited, joining } = group;
  /** @param {() => unknown} act */
  const join = (act) => actButton('join', { act, done, more: kind === 'club' ? t('groups.join_rounds') : null });
  if (role) return [actButton('leave', { act: () => leave(group), done, quiet: true })];
  if (invited) return [join(() => answerInvitation(id, true)), actButton('decline', { act: () => answerInvitation(id, false), done, quiet: true })];
  if (asked) return [actButton('take_back', { act: () => deleteRequest(id), done, quiet: true })];
  if (joining === 'closed') return [];
  if (!isMember(currentPlayer())) return [html('a', { class: 'button primary', href: signInAddress(location), 'data-testid': 'to-sign-in' }, t('groups.sign_in'))];
  if (joining === 'request') return [actButton('ask', { act: () => joinGroup(id), done })];
  return [join(() => joinGroup(id))];
}
