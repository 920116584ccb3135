// Choices that stand side by side, one of them taken.

import { html } from './html.js';

/** One of the choices of a name, with its content. */
export const segment = (name, value, content, checked, onchange) => html('label', { class: 'segment' },
  html('input', { type: 'radio', name, value, checked, onchange, 'data-testid': `${name}-${value}` }), html('span', {}, ...[content].flat()));
