// One token in the list, and its end.

import { factLine, html } from '../dom/html.js';
import { locale, t } from '../text/text.js';
import { ask } from '../dom/dialogs.js';
import { deleteToken } from '../net/account.js';

/** @import { AccessToken } from '../shapes/account.js' */

/**
 * Revokes a token, if whoever is asked is sure; answers whether it is gone. Revoked elsewhere is revoked, too.
 * @param {{id: string, name: string}} token
 */
export async function revokeToken({ id, name }) {
  const sure = await ask({
    title: t('tokens.revoke_label', { name }), text: t('tokens.revoke_text', { name }), yes: t('tokens.revoke_yes'), danger: true,
  });
  if (!sure) return false;
  try {
    await deleteToken(id);
  } catch (problem) {
    if (problem.code !== 'no_such_token') throw problem;
  }
  return true;
}

/** @type {(at: number) => string} */
const moment = (at) => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/**
 * The facts about a token, in a line.
 * @param {AccessToken} token
 */
function tokenFacts(token, when = moment) {
  return [
    ...token.scopes.map((scope) => t(`tokens.short.${scope}`)),
    t('tokens.made_at', { when: when(token.created_at) }),
    token.last_used_at === null ? t('tokens.unused') : t('tokens.used_at', { when: when(token.last_used_at) }),
    token.expires_at === null ? t('tokens.endless') : t('tokens.ends_at', { when: when(token.expires_at) }),
  ];
}

/**
 * `heading` is the element of the name, one below the heading of the list.
 * @param {AccessToken} token
 * @param {() => void} revoke
 */
export function tokenItem(token, revoke, heading = 'h3') {
  return html('li', { class: 'token', 'data-testid': 'token', 'data-token': token.id },
    html('div', { class: 'token-text' },
      html(heading, {}, token.name),
      html('p', {}, ...factLine(tokenFacts(token)))),
    html('button', {
      type: 'button', class: 'danger', 'data-testid': 'revoke', 'aria-label': t('tokens.revoke_label', { name: token.name }), onclick: revoke,
    }, t('tokens.revoke')));
}
