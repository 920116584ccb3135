// What a member changes: the name, the password and the mail address.

import { find } from '../dom/find.js';
import { currentPlayer, setPlayer } from '../net/player.js';
import { letShow, onSend } from '../forms/faults.js';
import { patchMe } from '../net/account.js';
import { locale, t } from '../text/text.js';
import { whenConfirmed } from './confirming.js';

/** @import { Account, Door } from '../shapes/account.js' */
/** @import { PlayerCard } from '../shapes/player.js' */

const day = new Intl.DateTimeFormat(locale(), { dateStyle: 'long' });

/**
 * What was changed is said where the keyboard goes on: the form is folded away.
 * @param {string} fold
 * @param {string} text
 */
function tell(fold, text) {
  find(fold).open = false;
  find('said').textContent = text;
  find('name-title').focus();
}

/**
 * Shows the forms of a member, or nothing for anybody else: those that the door leaves.
 * @param {Account | null | undefined} account
 * @param {Door} door
 */
export function drawForms(account, door) {
  find('name-part').hidden = !account;
  find('mail-part').hidden = !account || !door.mail;
  if (!account) {
    for (const form of ['rename', 'change-password', 'change-mail']) find(form).reset();
    return;
  }
  find('password-fold').hidden = !door.passwords;
  const isFree = account.rename_from <= Date.now();
  find('name-fold').hidden = !isFree;
  find('rename-from').hidden = isFree;
  find('rename-from').textContent = isFree ? '' : t('account.name_from', { date: day.format(account.rename_from) });
  find('password-user').value = /** @type {PlayerCard} */ (currentPlayer()).name;
  find('mail-now').textContent = account.mail ? t('account.mail_now', { mail: account.mail }) : t('account.mail_none');
}

/**
 * `changed` is called after each change.
 * @param {() => unknown} changed
 */
export function listenToForms(changed) {
  const [rename, password, mail] = [find('rename'), find('change-password'), find('change-mail')];
  onSend(rename, async () => {
    const { player } = await patchMe({ name: rename.elements.name.value });
    rename.reset();
    setPlayer(player);
    await changed();
    tell('name-fold', t('account.name_changed', { name: player.name }));
  });
  onSend(password, async () => {
    const change = { password: password.elements.password.value };
    if (!await whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, () => patchMe(change))) return;
    password.reset();
    await changed();
    tell('password-fold', t('account.password_changed'));
  });
  onSend(mail, async () => {
    const change = { mail: mail.elements.mail.value.trim() };
    if (!await whenConfirmed(/** @type {PlayerCard} */ (currentPlayer()).name, () => patchMe(change))) return;
    mail.reset();
    find('mail-fold').open = false;
    find('mail-now').textContent = t('account.mail_sent', change);
    find('mail-title').focus();
  });
  letShow(password);
}
