// <time-picker>: the clock of a new game: a pace, or a system with its own
// numbers. `clock` is the wish; `pointsOf` is set from outside and tells how large
// the board is.

import { PACES, USUAL_PACE, clockOfPace } from '../time/presets.js';
import { TIME_SYSTEMS, UNITS, millisOf, timeFields } from '../time/time-form.js';
import { formField } from '../forms/form-field.js';
import { html, setText } from '../dom/html.js';
import { hasText, t } from '../text/text.js';
import { timeText } from '../text/clock-text.js';

/** @import { TimeField, Unit } from '../time/time-form.js' */
/** @import { TimeSystemName } from '../shapes/game.js' */

/**
 * A field for a length of time: a number and its unit. Its `millis` is what was chosen, null where it may be empty and is.
 * @param {string} name
 * @param {string} label
 * @param {Pick<TimeField, 'usual' | 'unit' | 'optional'>} field
 */
function durationField(name, label, { usual, unit, optional = false }) {
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
  Object.defineProperty(field, 'millis', { get: () => millisOf(input.value, /** @type {Unit} */ (units.value)) });
  return field;
}

class TimePicker extends HTMLElement {
  connectedCallback() {
    /** @type {() => number} */
    this.pointsOf = () => 361;
    /** Whether a person has chosen here. */
    this.isChosen = false;
    const choose = () => {
      this.isChosen = true;
      this.draw();
    };
    /** @type {HTMLSelectElement} */
    this.choice = html('select', { id: 'clock', 'data-testid': 'time-pace', onchange: choose },
      html('optgroup', { label: t('pace.usual') }, ...PACES.map((pace) => html('option', { value: pace }))),
      html('optgroup', { label: t('pace.own') }, ...TIME_SYSTEMS.map((system) => html('option', { value: system }, t(`system.${system}`)))));
    const field = formField('clock', t('form.time'), this.choice, '', { wide: true });
    /** @type {HTMLElement} */
    this.about = /** @type {HTMLElement} */ (field.querySelector('.means'));
    /** @type {HTMLElement} */
    this.fields = html('div', { class: 'time-fields' });
    this.replaceChildren(field, this.fields);
    this.pace = USUAL_PACE;
  }

  /** @param {string} pace */
  set pace(pace) {
    this.choice.value = pace;
    this.draw();
  }

  /**
   * A pace that suits the rest of the form, unless a person has chosen one.
   * @param {string} pace
   */
  suggest(pace) {
    if (!this.isChosen) this.pace = pace;
  }

  /** @returns {TimeSystemName | null} */
  get system() {
    return TIME_SYSTEMS.find((system) => system === this.choice.value) ?? null;
  }

  /** Draws the parts that depend on the choice and on the size of the board. */
  draw() {
    for (const option of this.choice.options) {
      if (!PACES.includes(option.value)) continue;
      const clock = clockOfPace(option.value, this.pointsOf());
      const pace = t(`pace.${option.value}`);
      setText(option, clock?.main ? t('pace.and_clock', { pace, clock: timeText(clock) }) : pace);
    }
    const { system } = this;
    const shown = system ?? clockOfPace(this.choice.value, this.pointsOf())?.system ?? 'none';
    setText(this.about, t(`system_means.${shown}`));
    if (this.drawn === system) return;
    /** @type {any} */
    this.drawn = system;
    /** @type {TimeField[]} */
    this.controls = system ? timeFields(system) : [];
    this.fields.hidden = !system;
    this.fields.replaceChildren(...this.controls.map((control) => this.field(control)));
  }

  /** @param {TimeField} control */
  field(control) {
    const { name, kind, usual } = control;
    const ownLabel = `clock_field.${name}.${this.system}`;
    const label = t(hasText(ownLabel) ? ownLabel : `clock_field.${name}`);
    if (kind === 'duration') return durationField(`clock.${name}`, label, control);
    const input = html('input', { type: 'number', min: 1, max: 100, required: true, value: usual, inputmode: 'numeric', 'data-testid': `clock-${name}` });
    return formField(`clock.${name}`, label, input);
  }

  get clock() {
    const { system } = this;
    if (!system) return clockOfPace(this.choice.value, this.pointsOf());
    /** @type {any} */
    const { children } = this.fields;
    const values = this.controls.map(({ name, kind }, i) => [name, kind === 'duration' ? children[i].millis : Number(children[i].querySelector('input').value)]);
    return { system, ...Object.fromEntries(values.filter(([, value]) => value !== null)) };
  }
}

customElements.define('time-picker', TimePicker);
