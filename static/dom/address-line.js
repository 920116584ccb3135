// An address, and the ways to share it: to copy it, and to send it with the phone's own sheet.

import { announce } from './announcer.js';
import { html } from './html.js';
import { t } from '../text/text.js';

/**
 * The line of an address; `more` buttons stand beside.
 * @param {{address: string, label: string, more?: Node[]}} line
 */
export function addressLine({ address, label, more = [] }) {
  const text = html('a', { class: 'address', href: address, 'data-testid': 'share-link' }, address);
  const copy = html('button', { type: 'button', 'data-testid': 'copy-link', onclick: () => copyText(text, copy) }, t('link.copy'));
  // A person who closes the phone's sheet has thought better of it.
  const onSend = () => navigator.share({ url: address, title: document.title }).catch(() => {});
  const send = /** @type {any} */ (navigator).share && html('button', { type: 'button', 'data-testid': 'send-link', onclick: onSend }, t('share.send'));
  return html('div', { class: 'share' }, html('p', {}, label), html('div', { class: 'share-line' }, text, copy, send, ...more));
}

/**
 * @param {HTMLElement} text
 * @param {HTMLElement} button
 */
async function copyText(text, button) {
  let done = t('link.copied');
  try {
    await navigator.clipboard.writeText(text.textContent);
  } catch {
    // Without https there is no clipboard; then the text is selected for it.
    getSelection()?.selectAllChildren(text);
    done = t('link.selected');
  }
  button.textContent = done;
  announce(done);
}
