// Buttons for the quiet view and for the full screen, for readers without a keyboard.

import { html } from '../dom/html.js';
import { t } from '../text/text.js';
import { toggleFullScreen, toggleQuiet } from './quiet-view.js';

/** The buttons. `done` is called first, to close the sheet that they stand in. */
export function viewButtons(done = () => {}) {
  /** @type {(testid: string, text: string, action: () => void) => HTMLElement} */
  const button = (testid, text, action) => html('button', {
    type: 'button', 'data-testid': testid, onclick: () => { done(); action(); },
  }, t(text));
  const quiet = button('quiet', 'quiet.only_board', toggleQuiet);
  return document.fullscreenEnabled ? [quiet, button('full-screen', 'quiet.full', toggleFullScreen)] : [quiet];
}
