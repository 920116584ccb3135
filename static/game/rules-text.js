// Rules in words: presets, axes and their values.

import { AXES } from './wish.js';
import { hasText, t } from '../text/text.js';

export const presetText = (preset) => (hasText(`rules.${preset}`) ? t(`rules.${preset}`) : preset);

/** What a preset is, in a sentence, or nothing. */
export const presetMeans = (preset) => (hasText(`preset.${preset}`) ? t(`preset.${preset}`) : '');

export const axisText = (axis) => t(`axis.${axis}`);

export const axisMeans = (axis) => t(`axis_means.${axis}`);

/** A value of an axis: a name of the API, yes or no, or a number. */
export function valueText(axis, value) {
  if (typeof value === 'boolean') return t(value ? 'rules.yes' : 'rules.no');
  if (typeof value === 'number') return t('rules.times', { count: value });
  return hasText(`value.${axis}.${value}`) ? t(`value.${axis}.${value}`) : value;
}

/** The axes by their names, in one line. */
export const axesText = (axes) => AXES.filter((axis) => axes.includes(axis)).map(axisText).join(', ');
