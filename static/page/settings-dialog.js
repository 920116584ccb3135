// The buttons of the bar that are about settings. The sheet itself is fetched when somebody opens it.

import { accountLink } from './account-link.js';
import { change, onChange, setting } from '../storage/settings.js';
import { html } from '../dom/html.js';
import { icon } from '../dom/icons.js';
import { isMember, likelyPlayer, onPlayerLook } from '../net/player.js';
import { once } from '../dom/once.js';
import { t, withTexts } from '../text/text.js';

/** A member's settings are kept with the account. Nobody else needs the part that does it. */
function keepSettings() {
  // Without a network they are those of this browser. A part that is there is not fetched again.
  if (isMember(likelyPlayer())) import('./keep-settings.js').catch(() => {});
}

async function openSettings() {
  try {
    const { showSettings } = await withTexts(import('./settings-sheet.js'), 'settings');
    showSettings();
  } catch {
    // Without a network it can't be fetched; the next press asks again.
  }
}

/** The way to the account, the button that silences the page, and the one that opens the settings. */
export function settingsButtons() {
  onPlayerLook(keepSettings);
  keepSettings();
  const sounds = html('button', {
    type: 'button', class: 'icon-button', 'data-testid': 'sounds', onclick: () => change('sounds', !setting('sounds')),
  });
  const draw = () => {
    const label = t(setting('sounds') ? 'bar.silence' : 'bar.sounds');
    sounds.replaceChildren(icon(setting('sounds') ? 'sounds' : 'silence'));
    sounds.setAttribute('aria-label', label);
    sounds.title = label;
  };
  draw();
  onChange((name) => name === 'sounds' && draw());
  const settings = html('button', {
    type: 'button', class: 'icon-button', 'data-testid': 'settings', 'aria-label': t('settings.title'), title: t('settings.title'),
    onclick: (/** @type {any} */ event) => once(event.currentTarget, openSettings),
  }, icon('settings'));
  return [accountLink(), sounds, settings];
}
