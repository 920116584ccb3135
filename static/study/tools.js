// The choices of what a click on the study board does, and of who is to move where stones are set up.

import { colorText } from '../go/names.js';
import { html } from '../dom/html.js';
import { segment } from '../dom/segment.js';
import { stoneIcon } from '../dom/icons.js';
import { t } from '../text/text.js';

export const COLORS = ['black', 'white'];
const SETTING_UP = [...COLORS, 'erase'];
const TOOLS = ['turn', ...SETTING_UP, 'mark'];

/**
 * Does a click with this tool set stones up?
 * @param {string} tool
 */
export const setsUp = (tool) => SETTING_UP.includes(tool);

/**
 * A stone says by itself which one it is, save to those who hear the page.
 * @param {string} tool
 */
function face(tool) {
  const text = t(`study.tool.${tool}`);
  return COLORS.includes(tool) ? [stoneIcon(tool), html('span', { class: 'visually-hidden' }, text)] : text;
}

/**
 * Fills two groups of choices: `take` is told of a tool, and `first` of the colour that is to move.
 * @param {any} tools
 * @param {any} colors
 * @param {any} parts
 */
export function offerTools(tools, colors, { take, first }) {
  tools.append(...TOOLS.map((tool) => segment('tool', tool, face(tool), false, () => take(tool))));
  colors.append(...COLORS.map((color) => segment('first', color, [stoneIcon(color), colorText(color)], false, () => first(color))));
  for (const group of [tools, colors]) {
    // After a click by hand the arrows walk, and choose nothing.
    group.addEventListener('click', (/** @type {any} */ event) => event.detail > 0 && event.target.blur());
  }
}

/**
 * Shows what is chosen.
 * @param {any} tools
 * @param {any} colors
 * @param {any} parts
 */
export function showTools(tools, colors, { tool, toMove }) {
  for (const input of tools.querySelectorAll('input')) input.checked = input.value === tool;
  for (const input of colors.querySelectorAll('input')) input.checked = input.value === toMove;
  colors.hidden = !setsUp(tool);
}
