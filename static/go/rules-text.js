// Rules in short: presets and the names of the axes.

import { AXES } from './wish.js';
import { hasText, t } from '../text/text.js';

export const presetText = (preset) => (hasText(`rules.${preset}`) ? t(`rules.${preset}`) : preset);

export const axisText = (axis) => t(`axis.${axis}`);

/** The axes by their names, in one line. */
export const axesText = (axes) => AXES.filter((axis) => axes.includes(axis)).map(axisText).join(', ');
