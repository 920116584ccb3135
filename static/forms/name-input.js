// The field for the name that this browser's next guest will have.

import { change } from '../storage/settings.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

/** @type {(value: string) => HTMLInputElement} */
export const nameInput = (value) => html('input', {
  id: 'name', value, maxlength: 32, autocomplete: 'nickname', spellcheck: 'false', placeholder: t('name.placeholder'),
  'data-testid': 'name', oninput: (/** @type {any} */ event) => change('name', event.target.value),
});
