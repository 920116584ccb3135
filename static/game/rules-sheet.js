// The rules of a game, every one of them, on a sheet.

import { AXES, changedAxes } from '../go/wish.js';
import { axisMeans, presetMeans, valueText } from '../go/rules-meanings.js';
import { axisText, rulesText } from '../go/names.js';
import { getRules } from '../net/api.js';
import { html } from '../dom/html.js';
import { showSheet } from '../dom/dialogs.js';
import { t } from '../text/text.js';

/** @import { Rules } from '../shapes/game.js' */

let asked = null;

/**
 * The axes of a preset as the server has them, or null if it doesn't say.
 * @param {string} preset
 */
export async function presetRules(preset) {
  asked ??= getRules();
  try {
    return (await asked).presets.find((/** @type {any} */ entry) => entry.preset === preset)?.rules ?? null;
  } catch {
    asked = null;
    return null;
  }
}

/**
 * `from` are the preset's own axes if the game's differ from them.
 * @param {{rules: Rules}} parts
 * @param {Record<string, any> | null} from
 */
export function showRules({ rules }, from) {
  const changed = rules.custom && from ? changedAxes(rules, from) : [];
  const means = presetMeans(rules.preset);
  const sheet = showSheet(t('rules.sheet'),
    html('div', { class: 'rules-sheet', 'data-testid': 'rules-sheet', tabindex: -1, autofocus: true },
      html('div', { class: 'basics', 'data-testid': 'rules-basics' },
        ...['turns', 'capture', 'end', 'count'].map((name) => html('p', {}, t(`rules.basics.${name}`))),
        // In a tab of its own: a game goes on meanwhile.
        html('p', {}, html('a', { class: 'button', href: '/learn', target: '_blank', 'data-testid': 'rules-learn' }, t('rules.learn')))),
      html('p', {}, html('strong', {}, rulesText(rules, from))),
      !rules.custom && means ? html('p', { class: 'hint' }, means) : null,
      html('dl', {}, ...AXES.filter((axis) => axis in rules).map((axis) => html('div', { 'data-axis': axis },
        html('dt', {}, axisText(axis), changed.includes(axis) ? html('span', { class: 'badge' }, t('rules.axis_changed')) : null),
        html('dd', { class: 'value' }, valueText(axis, rules[axis])),
        html('dd', { class: 'means' }, axisMeans(axis)))))));
  // The sheet is long: it opens at its beginning, not at the button that closes it.
  sheet.scrollTop = 0;
}
