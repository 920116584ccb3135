// Choices that stand side by side, one of them taken.

import { html } from './html.js';

/** @import { Child } from './html.js' */

/**
 * One of the choices of a name, with its content.
 * @type {(name: string, value: string, content: Child | Child[], checked: boolean, onchange?: (event: Event) => void) => HTMLElement}
 */
export const segment = (name, value, content, checked, onchange) => html('label', { class: 'segment' },
  html('input', { type: 'radio', name, value, checked, onchange, 'data-testid': `${name}-${value}` }), html('span', {}, ...[content].flat()));
