// The settings of this device.

import { change, onChange, setting } from './settings.js';
import { html } from './dom/html.js';
import { icon } from './dom/icons.js';
import { showSheet } from './dom/dialogs.js';
import { t } from './text/text.js';

const THEMES = ['system', 'light', 'dark'];
const PLACINGS = ['auto', 'one', 'two', 'button'];

const choice = (name, value, label) => html('label', { class: 'choice' },
  html('input', {
    type: 'radio', name, value, checked: setting(name) === value, onchange: () => change(name, value),
  }),
  html('span', {}, label));

const toggle = (name, label) => html('label', { class: 'choice' },
  html('input', {
    type: 'checkbox', checked: setting(name), onchange: (event) => change(name, event.target.checked),
  }),
  html('span', {}, label));

export function showSettings() {
  showSheet(t('settings.title'),
    html('fieldset', {}, html('legend', {}, t('settings.theme')),
      ...THEMES.map((value) => choice('theme', value, t(`settings.theme.${value}`)))),
    html('fieldset', {}, html('legend', {}, t('settings.placing')),
      ...PLACINGS.map((value) => choice('placing', value, t(`settings.placing.${value}`)))),
    html('fieldset', {}, html('legend', {}, t('settings.board')),
      toggle('coordinates', t('settings.coordinates')),
      toggle('sounds', t('settings.sounds'))),
    html('p', {}, html('a', { class: 'token-link', href: '/tokens', 'data-testid': 'tokens-link' }, t('settings.tokens'))));
}

/** The button that opens the settings, and the one that silences the page. */
export function settingsButtons() {
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
    onclick: showSettings,
  }, icon('settings'));
  return [sounds, settings];
}
