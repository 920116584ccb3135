// Nothing but boards, names and clocks, and the whole screen. How the page looks then is in style/quiet.css, under the
// class `boards-alone`.

import { announce } from '../dom/announcer.js';
import { html } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { styledBy } from '../dom/style-sheet.js';
import { t } from '../text/text.js';

const root = document.documentElement;

const isQuiet = () => root.classList.contains('boards-alone');

/** @type {HTMLElement | null} */
let leave = null;

/** Hides everything else, or shows it again. A button leads back, for readers without a keyboard. */
export async function toggleQuiet() {
  await styledBy('/static/style/quiet.css');
  root.classList.toggle('boards-alone');
  leave?.remove();
  leave = null;
  if (isQuiet()) {
    leave = html('button', {
      type: 'button', class: 'icon-button leave-quiet', 'data-testid': 'leave-quiet', 'aria-label': t('quiet.leave'),
      title: t('quiet.leave'), onclick: toggleQuiet,
    }, icon('close'));
    document.body.append(leave);
    announce(t('quiet.entered'));
  }
  dispatchEvent(new Event('resize'));
}

/** Answers whether there was a quiet view to leave. */
export function leaveQuiet() {
  if (!isQuiet()) return false;
  toggleQuiet();
  return true;
}

export async function toggleFullScreen() {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await root.requestFullscreen();
  } catch {
    // The browser refuses full screen; the page stays as it is.
  }
}
