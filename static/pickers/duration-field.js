// A field for a length of time: a number and its unit. `millis` of the field is
// what was chosen, null where the field may be empty and is.

import { UNITS, millisOf } from '../time/time-form.js';
import { formField } from '../forms/form-field.js';
import { html } from '../dom/html.js';
import { t } from '../text/text.js';

export function durationField(name, label, { usual, unit, optional = false }) {
  const id = name.replace('.', '-');
  const input = html('input', {
    id, type: 'number', min: 0, step: 'any', value: usual, required: !optional, inputmode: 'decimal', 'data-testid': id,
    placeholder: optional ? t('form.no_limit') : null,
  });
  const units = html('select', { 'aria-label': t('form.unit_of', { label }), 'data-testid': `${id}-unit` },
    ...Object.keys(UNITS).map((each) => html('option', { value: each, selected: each === unit }, t(`unit.${each}`))));
  const field = formField(name, label, input);
  const pair = html('div', { class: 'duration' });
  input.replaceWith(pair);
  pair.append(input, units);
  Object.defineProperty(field, 'millis', { get: () => millisOf(input.value, units.value) });
  return field;
}
