// A game's address: to copy, to send with the phone's own sheet, and as a code for another phone's camera.

import { announce } from './announcer.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

/** A game's address, and the ways to share it; `more` buttons stand beside. */
export function shareLine({ game, label, more = [] }) {
  const onCode = async () => (await import('./sharing-sheets.js')).showCode(game);
  const code = html('button', { type: 'button', 'data-testid': 'show-code', onclick: onCode }, t('share.code'));
  return addressLine({ address: `${location.origin}/games/${game}`, label, more: [code, ...more] });
}

/** An address, and the ways to share it. */
export function addressLine({ address, label, more = [] }) {
  const text = html('a', { class: 'address', href: address, 'data-testid': 'share-link' }, address);
  const copy = html('button', { type: 'button', 'data-testid': 'copy-link', onclick: () => copyText(text, copy) }, t('link.copy'));
  // A person who closes the phone's sheet has thought better of it.
  const onSend = () => navigator.share({ url: address, title: document.title }).catch(() => {});
  const send = navigator.share && html('button', { type: 'button', 'data-testid': 'send-link', onclick: onSend }, t('share.send'));
  return html('div', { class: 'share' }, html('p', {}, label), html('div', { class: 'share-line' }, text, copy, send, ...more));
}

async function copyText(text, button) {
  let done = t('link.copied');
  try {
    await navigator.clipboard.writeText(text.textContent);
  } catch {
    // Without https there is no clipboard; then the text is selected for it.
    getSelection().selectAllChildren(text);
    done = t('link.selected');
  }
  button.textContent = done;
  announce(done);
}
