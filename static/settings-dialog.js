// The settings of this device.

import { change, onChange, setting } from './settings.js';
import { html } from './dom/html.js';
import { icon } from './dom/icons.js';
import { showSheet } from './dom/dialogs.js';
import { language, languages, t } from './text/text.js';

const THEMES = ['system', 'light', 'dark'];
const A_YEAR = 365 * 24 * 3600;
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

/** Each language is called by its own name, for people who read no other. */
const languageChoice = ([tag, name]) => html('label', { class: 'choice', lang: tag },
  html('input', {
    type: 'radio', name: 'language', value: tag, checked: tag === language, onchange: () => chooseLanguage(tag),
  }),
  html('span', {}, name));

/** The server sends a page in one language, so another one takes another page. */
function chooseLanguage(tag) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `tengen_language=${tag}; path=/; max-age=${A_YEAR}; samesite=lax${secure}`;
  location.reload();
}

export function showSettings() {
  showSheet(t('settings.title'),
    html('fieldset', { 'data-testid': 'languages' }, html('legend', {}, t('settings.language')), ...languages.map(languageChoice)),
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
