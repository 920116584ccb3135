// The sheet with the settings: of this device, and of a member on every device.

import { BOARDS, STONE_SETS } from '../board/looks.js';
import { NAMINGS } from '../board/point-names.js';
import { youText } from './account-link.js';
import { change, setting } from '../storage/settings.js';
import { isMember, likelyPlayer, onPlayerLook } from '../net/player.js';
import { html } from '../dom/html.js';
import { showSheet } from '../dom/dialogs.js';
import { signInAddress } from '../net/door.js';
import { language, languages, t } from '../text/text.js';

/** @import { Settings } from '../storage/settings.js' */

const THEMES = ['system', 'light', 'dark'];
const A_YEAR = 365 * 24 * 3600;
const PLACINGS = ['auto', 'one', 'two', 'button'];

/** @type {(name: keyof Settings, value: string, label: string) => HTMLElement} */
const choice = (name, value, label) => html('label', { class: 'choice' },
  html('input', {
    type: 'radio', name, value, checked: setting(name) === value, onchange: () => change(name, value),
  }),
  html('span', {}, label));

/** @type {(name: keyof Settings, label: string) => HTMLElement} */
const toggle = (name, label) => html('label', { class: 'choice' },
  html('input', {
    type: 'checkbox', checked: setting(name), onchange: (/** @type {any} */ event) => change(name, event.target.checked),
  }),
  html('span', {}, label));

/**
 * One of several, in a line with its name.
 * @type {(name: keyof Settings, label: string, options: string[][]) => HTMLElement}
 */
const selection = (name, label, options) => html('label', { class: 'settings-line' }, html('span', {}, label),
  html('select', { 'data-testid': `setting-${name}`, onchange: (/** @type {any} */ event) => change(name, event.target.value) },
    ...options.map(([value, text]) => html('option', { value, selected: setting(name) === value }, text))));

/**
 * Another volume is heard. Not every page has sounds.
 * @param {any} event
 */
async function hear({ target }) {
  change('volume', Number(target.value));
  const { sample } = await import('../sound/sound.js');
  sample();
}

/**
 * Each language is called by its own name, for people who read no other.
 * @type {(language: [tag: string, name: string]) => HTMLElement}
 */
const languageChoice = ([tag, name]) => html('label', { class: 'choice', lang: tag },
  html('input', {
    type: 'radio', name: 'language', value: tag, checked: tag === language, onchange: () => chooseLanguage(tag),
  }),
  html('span', {}, name));

/** The language of the next page. */
let chosenLanguage = language;
/** Was the last thing that was done to the languages done by a finger or a mouse? */
let isPressed = false;

/**
 * The server sends a page in one language, so another one takes another page. A language that is pressed is taken at once, for
 * whoever looks for it may not be able to read how the sheet is closed. Keys walk over others on their way: then the closing of
 * the sheet takes it.
 * @param {string} tag
 */
function chooseLanguage(tag) {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `tengen_language=${tag}; path=/; max-age=${A_YEAR}; samesite=lax${secure}`;
  chosenLanguage = tag;
  if (isPressed) location.reload();
}

/** @type {(href: string, testId: string, text: string) => HTMLElement} */
const way = (href, testId, text) => html('p', {}, html('a', { class: 'settings-way', href, 'data-testid': testId }, text));

/** @type {HTMLElement} */
let accountPart;

/** Who is here, and the ways to the account and in. */
function drawAccount() {
  const player = likelyPlayer();
  const parts = [html('legend', {}, t('site.account')),
    html('p', { class: 'settings-who', 'data-testid': 'settings-who' }, player ? youText(player) : t('settings.visitor')),
    isMember(player) ? html('p', { class: 'hint' }, t('settings.kept')) : null,
    isMember(player) ? null : way(signInAddress(location), 'sign-in-link', t('bar.sign_in')),
    player ? way('/account', 'account-way', t('site.account')) : null,
    isMember(player) ? way('/groups', 'groups-link', t('site.groups')) : null,
    way('/tokens', 'tokens-link', t('settings.tokens'))];
  accountPart.replaceChildren(.../** @type {Node[]} */ (parts.filter(Boolean)));
}

function account() {
  accountPart = html('fieldset', {});
  drawAccount();
  return accountPart;
}

// The server may say who is here while the settings are open.
onPlayerLook(() => {
  if (!accountPart?.isConnected) return;
  const focused = accountPart.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.testid : null;
  drawAccount();
  if (focused) /** @type {HTMLElement | null} */ (accountPart.querySelector(`[data-testid="${focused}"]`))?.focus();
});

export function showSettings() {
  const naming = setting('naming');
  /** @type {(value: boolean) => () => void} */
  const pressed = (value) => () => {
    isPressed = value;
  };
  const sheet = showSheet(t('settings.title'),
    html('fieldset', { 'data-testid': 'languages', onpointerdown: pressed(true), onkeydown: pressed(false) }, html('legend', {}, t('settings.language')), ...languages.map(languageChoice)),
    html('fieldset', {}, html('legend', {}, t('settings.theme')),
      ...THEMES.map((value) => choice('theme', value, t(`settings.theme.${value}`)))),
    html('fieldset', {}, html('legend', {}, t('settings.placing')),
      ...PLACINGS.map((value) => choice('placing', value, t(`settings.placing.${value}`)))),
    html('fieldset', {}, html('legend', {}, t('settings.board')),
      selection('board', t('settings.wood'), Object.keys(BOARDS).map((name) => [name, t(`settings.wood.${name}`)])),
      selection('stones', t('settings.stones'), STONE_SETS.map((name) => [name, t(`settings.stones.${name}`)])),
      toggle('loose', t('settings.loose')),
      toggle('coordinates', t('settings.coordinates')),
      selection('naming', t('settings.naming'), NAMINGS.map((name) => [name, t(`settings.naming.${name}`)])),
      toggle('sounds', t('settings.sounds')),
      html('label', { class: 'settings-line' }, html('span', {}, t('settings.volume')),
        html('input', { type: 'range', min: 0, max: 100, step: 5, value: setting('volume'), 'data-testid': 'setting-volume', onchange: hear }))),
    account());
  // All over the page points are called in one way: another way takes another page. Nothing loads it while somebody still
  // chooses: with the keyboard each arrow chooses.
  sheet.addEventListener('close', () => {
    if (setting('naming') !== naming || chosenLanguage !== language) location.reload();
  });
}
