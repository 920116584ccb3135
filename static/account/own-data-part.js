// What the server keeps of a player: it is downloaded, or deleted for good.

import { clearFaults } from '../forms/faults.js';
import { currentPlayer, isMember, setPlayer } from '../net/player.js';
import { deleteMe } from '../net/account.js';
import { find } from '../dom/find.js';
import { html } from '../dom/html.js';
import { openDialog } from '../dom/dialogs.js';
import { problemText } from '../text/problem-text.js';
import { t } from '../text/text.js';
import { whenConfirmed } from './confirming.js';

/** @import { PlayerCard } from '../shapes/player.js' */

/**
 * The same name, whichever keyboard has written it.
 * @param {string} name
 */
const plain = (name) => name.normalize('NFC').trim();

/**
 * What happens to a player who is deleted.
 * @param {PlayerCard} player
 */
const losses = (player) => [t('leaving.games'), ...(isMember(player) ? [t('leaving.bots')] : []), t('leaving.rest'), t('leaving.finished')];

/**
 * Says what is lost, and asks for the own name; true if it was typed.
 * @param {PlayerCard} player
 */
function askName(player) {
  return new Promise((resolve) => {
    const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'leaving-title', 'aria-describedby': 'leaving-losses' });
    const field = html('input', {
      id: 'leaving-name', name: 'typed', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', maxlength: 64, autofocus: true,
      'aria-describedby': 'leaving-name-problem', 'data-testid': 'leaving-name',
    });
    const fault = html('p', { id: 'leaving-name-problem', class: 'field-problem', role: 'alert', 'data-problem': 'typed' });
    const form = html('form', { class: 'sheet', novalidate: true },
      html('h2', { id: 'leaving-title' }, t('leaving.title', { name: player.name })),
      html('ul', { id: 'leaving-losses', class: 'losses' }, ...losses(player).map((loss) => html('li', {}, loss))),
      html('div', { class: 'form-field' }, html('label', { for: 'leaving-name' }, t('leaving.type_name', { name: player.name })), field, fault),
      html('div', { class: 'buttons' },
        html('button', { type: 'button', class: 'quiet', 'data-testid': 'leaving-no', onclick: () => dialog.close() }, t('dialog.cancel')),
        html('button', { type: 'submit', class: 'danger', 'data-testid': 'leaving-yes' }, t('leaving.yes'))));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      clearFaults(form);
      if (plain(field.value) === plain(player.name)) {
        dialog.close('yes');
        return;
      }
      field.setAttribute('aria-invalid', 'true');
      fault.textContent = t('leaving.other_name');
      field.focus();
    });
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
    dialog.append(form);
    openDialog(dialog);
  });
}

async function leave() {
  const player = /** @type {PlayerCard} */ (currentPlayer());
  find('leaving-problem').textContent = '';
  if (!await askName(player)) return;
  try {
    if (!await whenConfirmed(player.name, deleteMe)) return;
  } catch (problem) {
    find('leaving-problem').textContent = problemText(problem);
    return;
  }
  setPlayer(null);
  location.replace('/');
}

/**
 * Shows the part to a player, and nothing to a visitor.
 * @param {PlayerCard | null} player
 */
export function drawOwnData(player) {
  find('data-part').hidden = !player;
}

export function listenToOwnData() {
  find('delete-account').addEventListener('click', leave);
}
