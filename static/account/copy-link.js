// A link in a field beside its button: it goes into the clipboard, or is selected where a page may not write there.

import { t } from '../text/text.js';

/**
 * `say` tells how it went.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {(text: string) => void} say
 */
export async function copyLink(field, say) {
  try {
    await navigator.clipboard.writeText(field.value);
    say(t('account.copied'));
  } catch {
    // Without TLS a page can't.
    field.focus();
    field.select();
    say(t('account.copy_yourself'));
  }
}
