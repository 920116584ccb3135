// The meaning of presets, axes and their values, for the form and for the sheet of a game's rules.

import { hasText, t } from '../text/text.js';

/** @import { AxisValue } from '../shapes/game.js' */

/**
 * A preset in a sentence, or nothing.
 * @type {(preset: string) => string}
 */
export const presetMeans = (preset) => (hasText(`preset.${preset}`) ? t(`preset.${preset}`) : '');

/** @type {(axis: string) => string} */
export const axisMeans = (axis) => t(`axis_means.${axis}`);

/**
 * A value of an axis: a name of the API, yes or no, or a number.
 * @param {string} axis
 * @param {AxisValue} value
 */
export function valueText(axis, value) {
  if (typeof value === 'boolean') return t(value ? 'rules.yes' : 'rules.no');
  if (typeof value === 'number') return t('rules.times', { count: value });
  return hasText(`value.${axis}.${value}`) ? t(`value.${axis}.${value}`) : value;
}
