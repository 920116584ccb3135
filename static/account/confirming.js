// Some changes need a member who has proved in the last minutes who is here: the password is asked for once more.

import { confirmSession, getDoor } from '../net/account.js';
import { getAccount } from '../net/api.js';
import { html } from '../dom/html.js';
import { clearFaults, onSend, sayProblem } from '../forms/faults.js';
import { once } from '../dom/once.js';
import { openDialog } from '../dom/dialogs.js';
import { knowsPasskeys, showPasskey } from './passkey.js';
import { providerWays } from './provider-ways.js';
import { t } from '../text/text.js';

/** @import { Account, Door, Provider } from '../shapes/account.js' */

/**
 * @param {string} name
 * @param {string} label
 * @param {Record<string, unknown>} attributes
 * @param {string | null} hint
 * @param {boolean} hidden
 */
const field = (name, label, attributes, hint, hidden) => html('div', { class: 'form-field', id: `confirm-${name}-field`, hidden },
  html('label', { for: `confirm-${name}` }, label),
  html('input', { id: `confirm-${name}`, name, 'aria-describedby': `confirm-${name}-problem`, 'data-testid': `confirm-${name}`, ...attributes }),
  hint && html('p', { class: 'hint' }, hint),
  html('p', { id: `confirm-${name}-problem`, class: 'field-problem', role: 'alert', 'data-problem': name }));

/** How the member can prove who is here: whether by a password or a passkey, and by which providers. */
async function ways() {
  try {
    const [{ account }, door] = /** @type {[{account: Account}, Door]} */ (await Promise.all([getAccount(), getDoor()]));
    /** @param {Provider} parts */
    const has = ({ id }) => account.identities.some(({ provider }) => provider === id);
    return {
      // Who has no other way yet shows by the password of before who is here.
      byPassword: account.password && (door.passwords || !door.providers.some(has)),
      byPasskey: door.passkeys && account.passkeys.length > 0 && knowsPasskeys(),
      providers: door.providers.filter(has),
    };
  } catch {
    return { byPassword: true, byPasskey: false, providers: [] };
  }
}

/**
 * Asks for the password until it is right, or leads to a provider and back to the page `next`; false if the member leaves it.
 * @param {string} username
 * @param {string | null} next
 */
async function confirm(username, next) {
  const { byPassword, byPasskey, providers } = await ways();
  return new Promise((resolve) => {
    const dialog = html('dialog', { class: 'question', 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-text' });
    const passkey = html('button', { type: 'button', 'data-testid': 'confirm-passkey' }, t('account.confirm_passkey'));
    const form = html('form', { class: 'sheet', method: 'post', action: '/account', novalidate: true },
      html('h2', { id: 'confirm-title' }, t('account.confirm_title')),
      html('p', { id: 'confirm-text' }, t(byPassword ? 'account.confirm_text' : byPasskey ? 'account.confirm_by_passkey' : 'account.confirm_away')),
      // Keepers of passwords look for the name beside the password.
      html('input', { name: 'username', value: username, autocomplete: 'username', readonly: true, hidden: true }),
      field('password', t('account.confirm_label'), { type: 'password', autocomplete: 'current-password', maxlength: 256, autofocus: true }, null, !byPassword),
      field('code', t('door.code'), { autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 32, spellcheck: 'false' }, t('door.code_hint'), true),
      html('p', { class: 'field-problem', role: 'alert', 'data-problem': '' }),
      byPasskey && html('p', { class: 'provider-ways' }, passkey),
      providers.length > 0 && (byPassword || byPasskey) && html('p', { class: 'hint' }, t('account.confirm_or')),
      ...providerWays(providers, { label: (name) => t('account.confirm_by', { name }), purpose: 'confirm', next }),
      html('div', { class: 'buttons' },
        html('button', { type: 'button', class: 'quiet', 'data-testid': 'confirm-no', onclick: () => dialog.close() }, t('dialog.cancel')),
        html('button', { type: 'submit', class: 'primary', 'data-testid': 'confirm-send', hidden: !byPassword }, t('account.confirm_yes'))));
    const { password, code } = /** @type {any} */ (form.elements);
    onSend(form, async () => {
      const asked = !code.closest('[hidden]');
      try {
        await confirmSession({ password: password.value, ...(asked && { code: code.value.trim() }) });
        dialog.close('yes');
      } catch (problem) {
        if (problem.code !== 'code_needed' || asked) throw problem;
        code.parentNode.hidden = false;
        code.focus();
      }
    });
    passkey.addEventListener('click', () => once(passkey, async () => {
      clearFaults(form);
      try {
        const shown = await showPasskey('confirm');
        if (!shown) return;
        await confirmSession({ passkey: shown });
        dialog.close('yes');
      } catch (problem) {
        sayProblem(form, problem);
      }
    }));
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'));
    dialog.append(form);
    openDialog(dialog);
  });
}

/**
 * Does something for which the sign-in has to be fresh; false if the member does not prove it.
 * @param {string} username
 * @param {() => unknown} act
 */
export async function whenConfirmed(username, act, { next = '/account' } = {}) {
  try {
    await act();
    return true;
  } catch (problem) {
    if (problem.code !== 'sign_in_again') throw problem;
  }
  if (!await confirm(username, next)) return false;
  await act();
  return true;
}
