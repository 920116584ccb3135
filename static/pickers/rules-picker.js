// <rules-picker>: a preset first, its axes folded under "Custom". Emits `change`
// as its fields do. `rules` is the wish: a preset, or a preset with changes.

import { AXES, changedAxes, rulesWish } from '../go/wish.js';
import { axesText, axisText, presetText } from '../go/names.js';
import { axisMeans, presetMeans, valueText } from '../go/rules-meanings.js';
import { formField } from '../forms/form-field.js';
import { html, setText } from '../dom/html.js';
import { t } from '../text/text.js';

// The best known come first, and stand here before the server was asked.
const USUAL = ['japanese', 'chinese', 'korean', 'aga', 'ing', 'new-zealand', 'tromp-taylor'];
const MOST_RESUMPTIONS = 9;

class RulesPicker extends HTMLElement {
  connectedCallback() {
    /** @type {Map<string, {preset: string, rules: Record<string, any>}>} */
    this.known = new Map();
    /** @type {HTMLSelectElement} */
    this.presets = html('select', { id: 'rules', 'data-testid': 'rules-preset', onchange: () => this.fill() });
    const field = formField('rules', t('form.rules'), this.presets, '', { wide: true });
    /** @type {HTMLElement} */
    this.about = /** @type {HTMLElement} */ (field.querySelector('.means'));
    /** @type {HTMLElement} */
    this.changed = html('span', {});
    /** @type {HTMLElement} */
    this.note = html('p', { class: 'changed-rules', role: 'status', hidden: true }, this.changed,
      html('button', { type: 'button', class: 'quiet', onclick: () => this.reset() }, t('rules.reset')));
    /** @type {HTMLElement} */
    this.axes = html('div', { class: 'axes' });
    /** @type {HTMLElement} */
    this.custom = html('details', { class: 'more custom', 'data-testid': 'rules-custom', hidden: true },
      html('summary', {}, t('rules.custom')), this.axes);
    this.replaceChildren(field, this.note, this.custom);
    this.offer(USUAL);
  }

  /** @param {string[]} presets */
  offer(presets) {
    const before = this.presets.value || USUAL[0];
    /** @type {(preset: string) => number} */
    const rank = (preset) => (USUAL.indexOf(preset) + USUAL.length + 1) % (USUAL.length + 1);
    const sorted = [...presets].sort((a, b) => rank(a) - rank(b));
    this.presets.replaceChildren(...sorted.map((preset) => html('option', { value: preset }, presetText(preset))));
    this.presets.value = before;
    setText(this.about, presetMeans(before));
  }

  /**
   * Takes the answer of `GET /rules`: the presets with every axis, and the values of the axes.
   * @param {{presets: {preset: string, rules: Record<string, any>}[], axes: Record<string, string[]>}} answer
   */
  learn({ presets, axes }) {
    this.known = new Map(presets.map((entry) => [entry.preset, entry]));
    this.offer([...this.known.keys()]);
    const { rules } = this.preset;
    /** @type {Map<string, any>} */
    this.controls = new Map(AXES.filter((axis) => axis in rules).map((axis) => [axis, this.control(axis, rules[axis], axes[axis])]));
    this.axes.replaceChildren(...[...this.controls].map(([axis, control]) =>
      formField(`rules.${axis}`, axisText(axis), control, axisMeans(axis))));
    this.custom.hidden = false;
    this.fill();
  }

  /**
   * @param {string} axis
   * @param {unknown} value
   * @param {string[]} values
   */
  control(axis, value, values) {
    const shared = { id: `rules-${axis}`, 'data-testid': `axis-${axis}`, onchange: () => this.drawChanges() };
    if (typeof value === 'boolean') return html('input', { type: 'checkbox', ...shared });
    if (typeof value === 'number') return html('input', { type: 'number', min: 0, max: MOST_RESUMPTIONS, required: true, ...shared });
    return html('select', shared, ...values.map((name) => html('option', { value: name }, valueText(axis, name))));
  }

  /**
   * The server's description of the chosen preset, or undefined before it was fetched.
   * @returns {any}
   */
  get preset() {
    return this.known.get(this.presets.value);
  }

  /** Choosing a preset fills the axes. */
  fill() {
    setText(this.about, presetMeans(this.presets.value));
    if (!this.preset) return;
    this.fillAxes(this.preset.rules);
  }

  /** @param {Record<string, any>} rules */
  fillAxes(rules) {
    for (const [axis, control] of this.controls) {
      if (!(axis in rules)) continue;
      if (control.type === 'checkbox') control.checked = rules[axis];
      else control.value = rules[axis];
    }
    this.drawChanges();
  }

  /**
   * Shows rules: a preset by its name, or with changes. Axes, and presets that are not usual, are shown after `learn`.
   * @param {any} rules
   */
  show(rules) {
    const { preset, ...changed } = typeof rules === 'string' ? { preset: rules } : rules;
    if (![...this.presets.options].some(({ value }) => value === preset)) return;
    this.presets.value = preset;
    this.fill();
    if (this.preset) this.fillAxes(changed);
  }

  reset() {
    this.fill();
    this.presets.focus();
  }

  drawChanges() {
    const changed = changedAxes(this.chosen, this.preset.rules);
    this.note.hidden = changed.length === 0;
    setText(this.changed, t('rules.changed_from', { preset: presetText(this.presets.value), axes: axesText(changed) }));
  }

  get chosen() {
    /** @type {(control: any) => any} */
    const value = (control) => {
      if (control.type === 'checkbox') return control.checked;
      return control.type === 'number' ? Number(control.value) : control.value;
    };
    const axes = [...this.controls].map(([axis, control]) => [axis, value(control)]);
    return { ...this.preset.rules, ...Object.fromEntries(axes) };
  }

  get rules() {
    return this.preset ? rulesWish(this.chosen, this.preset.rules) : this.presets.value;
  }
}

customElements.define('rules-picker', RulesPicker);
