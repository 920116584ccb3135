// The end of a token, after a question.

import { ask } from '../dom/dialogs.js';
import { deleteToken } from '../net/account.js';
import { t } from '../text/text.js';

/** Revokes a token, if whoever is asked is sure; answers whether it is gone. Revoked elsewhere is revoked, too. */
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
